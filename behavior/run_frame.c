#include "behavior/runner.h"

#include <string.h>

/* ---- memory: free blocks are reused, so that a long run doesn't grow */

static size_t room_size(int class)
{
    return (size_t)(4 + class % 4) << (4 + class / 4);
}

static int room_class(size_t size)
{
    int class = 0;
    while (room_size(class) < size)
        class ++;
    us_assert(class < US_ROOM_CLASSES);
    return class;
}

static void *take_room(us_run *run, size_t size)
{
    int class = room_class(size);
    void **free = run->room[class];
    run->counts.bytes += room_size(class);
    if (!free)
        return us_mem_realloc(NULL, room_size(class));
    run->room[class] = *free;
    return free;
}

static void give_room(us_run *run, void *memory, size_t size)
{
    int class = room_class(size);
    run->counts.bytes -= room_size(class);
    *(void **)memory = run->room[class];
    run->room[class] = memory;
}

void us_run_pool_free(us_run *run)
{
    for (int i = 0; i < US_ROOM_CLASSES; i++) {
        while (run->room[i]) {
            void *next = *(void **)run->room[i];
            us_mem_free(run->room[i]);
            run->room[i] = next;
        }
    }
}

/* ---- values */

static size_t ids_size(int count)
{
    return (size_t)count * sizeof(us_id);
}

static void drop_ids(us_run *run, us_value *value)
{
    if (value->id)
        give_room(run, (void *)(uintptr_t)value->id, ids_size(value->count));
    value->id = NULL;
    value->count = 0;
}

static us_value keep_ids(us_run *run, us_value value)
{
    us_value kept = {.number = value.number};
    if (value.count > 0) {
        us_id *ids = take_room(run, ids_size(value.count));
        memcpy(ids, value.id, ids_size(value.count));
        kept.id = ids;
        kept.count = value.count;
    }
    return kept;
}

static bool same_value(const us_value *a, const us_value *b)
{
    return a->number == b->number && a->count == b->count &&
           (a->count == 0 || memcmp(a->id, b->id, ids_size(a->count)) == 0);
}

/* ---- blackboards */

static us_board *board_new(const us_program *program)
{
    const us_template *t = program->template;
    us_board *board = US_NEW(us_board);
    board->key = program->board;
    board->count = t->shared;
    board->value = US_NEW_ARRAY(us_value, t->shared);
    for (int i = 0; i < t->shared; i++) {
        const us_slot_row *row = &t->slot[i];
        board->value[i] = us_value_make_none(row->slot.kind);
        if (row->initial && row->initial->expr &&
            us_expr_is_constant(row->initial->expr, &board->value[i].number))
            us_slots_add(&board->bound, i);
    }
    return board;
}

static us_board *board_of(us_run *run, const us_program *program)
{
    if (program->template->shared == 0)
        return NULL;
    for (int i = 0; i < run->boards; i++)
        if (run->board[i]->key == program->board)
            return run->board[i];
    run->board = us_array_grow(run->board, run->boards, &run->board_room, sizeof(us_board *));
    us_board *board = run->board[run->boards] = board_new(program);
    run->boards++; /* not before: memory may run out, and all boards are freed */
    return board;
}

void us_run_boards_free(us_run *run)
{
    for (int i = 0; i < run->boards; i++) {
        for (int k = 0; k < run->board[i]->count; k++)
            us_mem_free((void *)(uintptr_t)run->board[i]->value[k].id);
        us_mem_free(run->board[i]->value);
        us_mem_free(run->board[i]);
    }
    us_mem_free(run->board);
}

/* ---- frames by number */

static us_run_frame **chain_of(const us_run *run, uint32_t number)
{
    return &run->by_number[number & (uint32_t)(run->chains - 1)];
}

static void more_chains(us_run *run)
{
    us_mem_free(run->by_number);
    run->chains = run->chains ? 2 * run->chains : 16;
    run->by_number = US_NEW_ARRAY(us_run_frame *, run->chains);
    for (us_run_frame *f = run->first; f; f = f->after) {
        us_run_frame **chain = chain_of(run, f->number);
        f->chain = *chain;
        *chain = f;
    }
}

us_run_frame *us_run_frame_find(const us_run *run, uint32_t number)
{
    us_run_frame *f = run->chains ? *chain_of(run, number) : NULL;
    while (f && f->number != number)
        f = f->chain;
    return f;
}

static void join(us_run *run, us_run_frame *f)
{
    us_assert(run->numbers < UINT32_MAX);
    f->number = ++run->numbers;
    f->before = run->last;
    f->after = NULL;
    *(run->last ? &run->last->after : &run->first) = f;
    run->last = f;
    us_run_frame **chain = chain_of(run, f->number);
    f->chain = *chain;
    *chain = f;
    if (++run->counts.frames > run->counts.frames_most)
        run->counts.frames_most = run->counts.frames;
}

static void leave(us_run *run, us_run_frame *f)
{
    us_run_frame **at = chain_of(run, f->number);
    while (*at != f)
        at = &(*at)->chain;
    *at = f->chain;
    *(f->before ? &f->before->after : &run->first) = f->after;
    *(f->after ? &f->after->before : &run->last) = f->before;
    run->counts.frames--;
}

/* ---- frames */

/* Places of the arrays in the memory of a frame, from `values` on. */
typedef struct layout {
    size_t nodes, values, tops, conditions, size;
} layout;

static layout layout_of(const us_program *program, size_t nodes)
{
    const us_template *t = program->template;
    layout l = {.nodes = nodes};
    l.values = nodes + (size_t)t->node_count * sizeof(us_node_state);
    l.tops = l.values + (size_t)t->slot_count * sizeof(us_value);
    l.conditions = l.tops + (size_t)program->stacks * sizeof(us_run_frame *);
    l.size = l.conditions + (size_t)program->conditions * sizeof(uint32_t);
    return l;
}

static void lay_out(us_run_frame *f, const us_program *program, char *block, const layout *l)
{
    f->node = (void *)(block + l->nodes);
    f->value = (void *)(block + l->values);
    f->top = (void *)(block + l->tops);
    f->condition = (void *)(block + l->conditions);
    f->program = program;
    f->binding.value = f->value;
}

static us_run_frame *frame_lay_out(us_run *run, const us_program *program)
{
    layout l = layout_of(program, sizeof(us_run_frame));
    char *block = take_room(run, l.size);
    memset(block, 0, l.size);
    us_run_frame *f = (void *)block;
    f->size = (uint32_t)l.size;
    lay_out(f, program, block, &l);
    return f;
}

/* Sets the value that a slot begins with, and whether it is bound. */
static void begin_slot(us_run_frame *f, int slot)
{
    const us_slot_row *row = &f->program->template->slot[slot];
    bool shared = slot < f->program->template->shared;
    f->value[slot] = shared ? f->board->value[slot] : us_value_make_none(row->slot.kind);
    if (shared ? us_slots_has(&f->board->bound, slot)
               : row->initial && row->initial->expr &&
                     us_expr_is_constant(row->initial->expr, &f->value[slot].number))
        us_slots_add(&f->bound, slot);
}

void us_run_frame_lay_anew(us_run *run, us_run_frame *f, const us_program *program, bool conditions)
{
    const us_template *t = program->template;
    int slots = f->program->template->slot_count;
    const us_value *value = f->value;
    const uint32_t *condition = f->condition;
    void *before = f->replaced;
    uint32_t before_size = f->replaced_size;
    layout l = layout_of(program, 0);
    f->replaced_size = (uint32_t)l.size;
    f->replaced = take_room(run, l.size);
    memset(f->replaced, 0, l.size);
    lay_out(f, program, f->replaced, &l);
    memcpy(f->value, value, (size_t)slots * sizeof *value);
    for (int i = slots; i < t->slot_count; i++)
        begin_slot(f, i);
    if (conditions)
        memcpy(f->condition, condition, (size_t)program->conditions * sizeof *condition);
    for (int i = 0; !conditions && f->opened && i < t->when_count; i++)
        f->condition[i] = 1;
    if (!conditions)
        f->waiting = (uint16_t)(f->opened ? t->alive_count : program->conditions);
    f->rebound = f->rebound || !conditions;
    for (int i = slots; f->opened && i < t->slot_count; i++)
        if (!us_slots_has(&f->bound, i) && t->slot[i].initial)
            us_run_frame_bind(run, f, i,
                              us_arg_eval(run, f, t->slot[i].initial, t->slot[i].slot.kind));
    if (before)
        give_room(run, before, before_size);
}

us_run_frame *us_run_frame_new(us_run *run, const us_program *program, us_run_frame *above,
                               int node)
{
    const us_template *t = program->template;
    us_run_frame *f = frame_lay_out(run, program);
    f->above = above;
    f->above_node = (uint16_t)node;
    f->depth = (uint16_t)(above ? above->depth + 1 : 1);
    f->waiting = (uint16_t)program->conditions;
    f->board = board_of(run, program);
    for (int i = 0; i < t->slot_count; i++)
        begin_slot(f, i);
    if (run->counts.frames >= run->chains)
        more_chains(run);
    join(run, f);
    return f;
}

void us_run_frame_free(us_run *run, us_run_frame *f)
{
    const us_template *t = f->program->template;
    us_conditions_end(run, f);
    for (int i = t->shared; i < t->slot_count; i++)
        drop_ids(run, &f->value[i]);
    leave(run, f);
    if (f->replaced)
        give_room(run, f->replaced, f->replaced_size);
    give_room(run, f, f->size);
}

/* ---- binding */

static void bind_shared(us_run *run, us_board *board, int slot, us_value value)
{
    us_value old = board->value[slot];
    board->value[slot] = keep_ids(run, value);
    us_slots_add(&board->bound, slot);
    run->counts.bound += run->counts.frames;
    for (us_run_frame *f = run->first; f; f = f->after) {
        if (f->board != board)
            continue;
        f->value[slot] = board->value[slot];
        us_slots_add(&f->bound, slot);
    }
    drop_ids(run, &old);
    us_watchers_on_bound(run, NULL, board, slot);
    for (us_run_frame *f = run->first; f; f = f->after)
        if (f->board == board)
            us_conditions_on_bound(run, f);
}

void us_run_frame_bind(us_run *run, us_run_frame *f, int slot, us_value value)
{
    us_assert(slot >= 0 && slot < f->program->template->slot_count);
    if (us_slots_has(&f->bound, slot) && same_value(&f->value[slot], &value))
        return;
    run->binds++;
    if (slot < f->program->template->shared) {
        bind_shared(run, f->board, slot, value);
        return;
    }
    us_value old = f->value[slot];
    f->value[slot] = keep_ids(run, value);
    us_slots_add(&f->bound, slot);
    drop_ids(run, &old);
    us_watchers_on_bound(run, f, NULL, slot);
    us_conditions_on_bound(run, f);
}
