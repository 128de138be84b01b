#include "behavior/brl.h"
#include "plan/actor.h"

static us_note start(const us_actor *actor, us_note_of of, us_note_kind kind, uint32_t node)
{
    const us_view *view = actor->troupe->view;
    return (us_note){.cycle = view->world->now,
                     .seat = view->self,
                     .kind = (uint8_t)kind,
                     .of = (uint8_t)of,
                     .node = node,
                     .cell = -1};
}

static us_spot whole(uint32_t frame)
{
    return (us_spot){frame, -1};
}

static us_entrance *entrance_of(const us_actor *actor, uint32_t frame)
{
    int index = us_spots_find(&actor->spots, whole(frame));
    return index < 0 ? NULL : &actor->entrance[index];
}

/* The node of the behavior around it; of trees that are called by others it is theirs. */
static uint32_t around(const us_actor *actor, uint32_t frame)
{
    for (; frame; frame = us_run_above(actor->run, frame).frame) {
        const us_entrance *entrance = entrance_of(actor, frame);
        if (entrance)
            return entrance->node;
    }
    return 0;
}

/* The first note of a behavior below a node. step: that which put it there, where no query did. */
static us_note enter(us_actor *actor, us_note_kind kind, uint32_t frame, uint32_t above,
                     uint32_t step)
{
    us_troupe *troupe = actor->troupe;
    const us_template *template = us_run_template(actor->run, frame);
    us_note note = start(actor, US_NOTE_BEHAVIOR, kind, ++troupe->nodes);
    note.above = above;
    note.text = template->name;
    note.behavior = us_answerer_hash(troupe->asker, template);
    actor->entrance =
        us_grow(actor->entrance, actor->entrances, &actor->entrance_room, sizeof *actor->entrance);
    us_spots_put(&actor->spots, whole(frame), actor->entrances);
    actor->entrance[actor->entrances++] = (us_entrance){frame, step, note.node, note.behavior};
    return note;
}

static void tell_root(us_actor *actor, uint32_t frame)
{
    us_notes *notes = &actor->troupe->notes;
    us_note note = enter(actor, US_NOTE_STARTED, frame, 0, 0);
    us_notes_add(notes, &note);
    note.kind = US_NOTE_BOUND;
    note.text = NULL;
    note.slot = "this";
    note.unit = &actor->id;
    note.units = 1;
    us_notes_add(notes, &note);
}

static void tell_pushed(us_actor *actor, uint32_t frame, const char *stack)
{
    us_troupe *troupe = actor->troupe;
    const char *name = us_run_template(actor->run, frame)->name;
    us_note step = start(actor, US_NOTE_STEP, US_NOTE_STARTED, ++troupe->nodes);
    step.above = around(actor, us_run_above(actor->run, frame).frame);
    us_str_reset(&troupe->text);
    us_str_addf(&troupe->text, stack[0] ? "push %s %s" : "%sby default %s", stack, name);
    step.text = troupe->text.text;
    us_notes_add(&troupe->notes, &step);
    us_note note = enter(actor, US_NOTE_STARTED, frame, step.node, step.node);
    us_notes_add(&troupe->notes, &note);
}

static void begin_frame(us_actor *actor, uint32_t frame)
{
    const char *stack = us_run_stack(actor->run, frame);
    if (us_run_above(actor->run, frame).frame == 0)
        tell_root(actor, frame);
    else if (stack)
        tell_pushed(actor, frame, stack);
}

static void leave(us_actor *actor, us_entrance *entrance, us_note_kind kind, const char *why)
{
    us_notes *notes = &actor->troupe->notes;
    us_note note = start(actor, US_NOTE_BEHAVIOR, kind, entrance->node);
    note.behavior = entrance->hash;
    note.why = why;
    us_notes_add(notes, &note);
    if (entrance->step) {
        us_note step = start(actor, US_NOTE_STEP, kind, entrance->step);
        us_notes_add(notes, &step);
    }
    us_entrance *last = &actor->entrance[--actor->entrances];
    us_spots_put(&actor->spots, whole(last->frame), (int)(entrance - actor->entrance));
    us_spots_remove(&actor->spots, whole(entrance->frame));
    *entrance = *last;
}

/* What fills a query is told by the query. */
static void end_frame(us_actor *actor, us_entrance *entrance, us_answer answer)
{
    us_note_kind kind = answer == US_SUCCESS   ? US_NOTE_SUCCEEDED
                        : answer == US_FAILURE ? US_NOTE_FAILED
                                               : US_NOTE_STOPPED;
    bool root = us_run_above(actor->run, entrance->frame).frame == 0;
    const char *why = us_run_frame_why(actor->run, entrance->frame);
    if (root || entrance->step)
        leave(actor, entrance, kind, why[0] ? why : NULL);
}

void us_actor_tell_frame(us_actor *actor, uint32_t frame, us_answer answer)
{
    us_entrance *entrance = entrance_of(actor, frame);
    if (answer == US_RUNNING && !entrance)
        begin_frame(actor, frame);
    else if (answer != US_RUNNING && entrance)
        end_frame(actor, entrance, answer);
}

void us_deed_tell(us_actor *actor, us_deed *deed, us_note_kind kind, const char *why,
                  us_note_lack lack)
{
    us_troupe *troupe = actor->troupe;
    const us_template *template = us_run_template(actor->run, deed->spot.frame);
    bool known = deed->node != 0;
    if (!known)
        deed->node = ++troupe->nodes;
    us_note note = start(actor, US_NOTE_STEP, kind, deed->node);
    if (!known) {
        const us_node *node = &template->node[deed->spot.node];
        us_str_reset(&troupe->text);
        us_node_print(template, deed->spot.node, &troupe->text);
        note.text = troupe->text.text;
        note.what = node->kind == US_NODE_ACT ? troupe->domain->action[node->what].name : "";
        note.label = node->label;
        note.above = around(actor, deed->spot.frame);
    }
    note.why = why;
    note.lacks.kind = lack;
    us_notes_add(&troupe->notes, &note);
}

void us_deed_tell_answer(us_actor *actor, us_deed *deed)
{
    const us_shelf *shelf = actor->troupe->def.shelf;
    const us_demand *asking = &deed->asking;
    us_note note = enter(actor, US_NOTE_RETRIEVED, asking->frame, deed->node, 0);
    note.similarity = asking->similarity;
    note.margin = asking->margin;
    note.other = asking->other < 0 ? "" : us_shelf_name(shelf, asking->other);
    note.attempt = 1;
    us_notes_add(&actor->troupe->notes, &note);
}

void us_actor_tell_over(us_actor *actor, uint32_t frame, us_note_kind kind, const char *why)
{
    us_entrance *entrance = entrance_of(actor, frame);
    if (entrance)
        leave(actor, entrance, kind, why);
}
