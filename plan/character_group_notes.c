#include "behavior/brl.h"
#include "plan/character.h"

static us_note start(const us_character *character, us_note_subject of, us_note_kind kind,
                     uint32_t node)
{
    const us_view *view = character->group->view;
    return (us_note){.cycle = view->world->now,
                     .seat = view->self,
                     .kind = (uint8_t)kind,
                     .of = (uint8_t)of,
                     .node = node,
                     .cell = -1};
}

static us_node_ref whole(uint32_t frame)
{
    return (us_node_ref){frame, -1};
}

static us_noted_frame *entrance_of(const us_character *character, uint32_t frame)
{
    int index = us_node_map_find(&character->node_refs, whole(frame));
    return index < 0 ? NULL : &character->entrance[index];
}

/* Returns the node of the behavior around the frame; called trees belong to their caller's. */
static uint32_t around(const us_character *character, uint32_t frame)
{
    for (; frame; frame = us_run_frame_parent(character->run, frame).frame) {
        const us_noted_frame *entrance = entrance_of(character, frame);
        if (entrance)
            return entrance->node;
    }
    return 0;
}

/* Makes the first note of a behavior below a node. step: the push that began it; 0: a query or the
 * root did. */
static us_note enter(us_character *character, us_note_kind kind, uint32_t frame, uint32_t above,
                     uint32_t step)
{
    us_character_group *group = character->group;
    const us_template *template = us_run_frame_template(character->run, frame);
    us_note note = start(character, US_NOTE_BEHAVIOR, kind, ++group->nodes);
    note.above = above;
    note.text = template->name;
    note.behavior = us_query_engine_hash_template(group->asker, template);
    character->entrance = us_array_grow(character->entrance, character->entrances,
                                        &character->entrance_room, sizeof *character->entrance);
    us_node_map_put(&character->node_refs, whole(frame), character->entrances);
    character->entrance[character->entrances++] =
        (us_noted_frame){frame, step, note.node, note.behavior};
    return note;
}

static void tell_root(us_character *character, uint32_t frame)
{
    us_notes *notes = &character->group->notes;
    us_note note = enter(character, US_NOTE_STARTED, frame, 0, 0);
    us_notes_add(notes, &note);
    note.kind = US_NOTE_BOUND;
    note.text = NULL;
    note.slot = "this";
    note.unit = &character->id;
    note.units = 1;
    us_notes_add(notes, &note);
}

static void tell_pushed(us_character *character, uint32_t frame, const char *stack)
{
    us_character_group *group = character->group;
    const char *name = us_run_frame_template(character->run, frame)->name;
    us_note step = start(character, US_NOTE_STEP, US_NOTE_STARTED, ++group->nodes);
    step.above = around(character, us_run_frame_parent(character->run, frame).frame);
    us_str_reset(&group->text);
    us_str_addf(&group->text, stack[0] ? "push %s %s" : "%sby default %s", stack, name);
    step.text = group->text.text;
    us_notes_add(&group->notes, &step);
    us_note note = enter(character, US_NOTE_STARTED, frame, step.node, step.node);
    us_notes_add(&group->notes, &note);
}

static void begin_frame(us_character *character, uint32_t frame)
{
    const char *stack = us_run_frame_stack(character->run, frame);
    if (us_run_frame_parent(character->run, frame).frame == 0)
        tell_root(character, frame);
    else if (stack)
        tell_pushed(character, frame, stack);
}

static void leave(us_character *character, us_noted_frame *entrance, us_note_kind kind,
                  const char *why)
{
    us_notes *notes = &character->group->notes;
    us_note note = start(character, US_NOTE_BEHAVIOR, kind, entrance->node);
    note.behavior = entrance->hash;
    note.why = why;
    us_notes_add(notes, &note);
    if (entrance->step) {
        us_note step = start(character, US_NOTE_STEP, kind, entrance->step);
        us_notes_add(notes, &step);
    }
    us_noted_frame *last = &character->entrance[--character->entrances];
    us_node_map_put(&character->node_refs, whole(last->frame),
                    (int)(entrance - character->entrance));
    us_node_map_remove(&character->node_refs, whole(entrance->frame));
    *entrance = *last;
}

/* A query notes the end of the behavior that fills it itself. */
static void end_frame(us_character *character, us_noted_frame *entrance, us_answer answer)
{
    us_note_kind kind = answer == US_SUCCESS   ? US_NOTE_SUCCEEDED
                        : answer == US_FAILURE ? US_NOTE_FAILED
                                               : US_NOTE_STOPPED;
    bool root = us_run_frame_parent(character->run, entrance->frame).frame == 0;
    const char *why = us_run_frame_failure(character->run, entrance->frame);
    if (root || entrance->step)
        leave(character, entrance, kind, why[0] ? why : NULL);
}

void us_character_log_frame(us_character *character, uint32_t frame, us_answer answer)
{
    us_noted_frame *entrance = entrance_of(character, frame);
    if (answer == US_RUNNING && !entrance)
        begin_frame(character, frame);
    else if (answer != US_RUNNING && entrance)
        end_frame(character, entrance, answer);
}

void us_character_task_log(us_character *character, us_character_task *character_task,
                           us_note_kind kind, const char *why, us_note_lack lack)
{
    us_character_group *group = character->group;
    const us_template *template =
        us_run_frame_template(character->run, character_task->node_ref.frame);
    bool known = character_task->node != 0;
    if (!known)
        character_task->node = ++group->nodes;
    us_note note = start(character, US_NOTE_STEP, kind, character_task->node);
    if (!known) {
        const us_node *node = &template->node[character_task->node_ref.node];
        us_str_reset(&group->text);
        us_node_print(template, character_task->node_ref.node, &group->text);
        note.text = group->text.text;
        note.what = node->kind == US_NODE_ACT ? group->domain->action[node->what].name : "";
        note.label = node->label;
        note.above = around(character, character_task->node_ref.frame);
    }
    note.why = why;
    note.lacks.kind = lack;
    us_notes_add(&group->notes, &note);
}

void us_character_task_log_answer(us_character *character, us_character_task *character_task)
{
    const us_case_base *case_base = character->group->def.case_base;
    const us_active_query *asking = &character_task->asking;
    us_note note = enter(character, US_NOTE_RETRIEVED, asking->frame, character_task->node, 0);
    note.similarity = asking->similarity;
    note.margin = asking->margin;
    note.other = asking->other < 0 ? "" : us_case_base_behavior_name(case_base, asking->other);
    note.attempt = 1;
    us_notes_add(&character->group->notes, &note);
}

void us_character_log_end(us_character *character, uint32_t frame, us_note_kind kind,
                          const char *why)
{
    us_noted_frame *entrance = entrance_of(character, frame);
    if (entrance)
        leave(character, entrance, kind, why);
}
