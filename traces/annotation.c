#include "traces/annotation.h"

#include <stdio.h>
#include <string.h>
#include <sys/file.h>

#include "base/file.h"
#include "base/sort.h"
#include "traces/aside.h"
#include "traces/trace.h"

/* ---- remarks */

us_remark *us_remarks_add(us_remarks *remarks, bool error, int line, int column, const char *format,
                          ...)
{
    remarks->errors += error;
    remarks->warnings += !error;
    if (remarks->count == US_REMARKS_MAX)
        return NULL;
    remarks->remark = us_array_grow(remarks->remark, remarks->count, &remarks->capacity,
                                    sizeof(*remarks->remark));
    us_remark *remark = &remarks->remark[remarks->count++];
    *remark = (us_remark){.error = error, .line = line, .column = column};
    us_str text = us_str_empty();
    va_list args;
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    remark->text = us_str_detach(&text);
    return remark;
}

void us_remarks_clear(us_remarks *remarks)
{
    for (int i = 0; i < remarks->count; i++)
        us_mem_free(remarks->remark[i].text);
    us_mem_free(remarks->remark);
    *remarks = (us_remarks){0};
}

/* ---- a list of instances */

us_annotation *us_annotation_new(const us_domain *domain)
{
    us_annotation *annotation = US_NEW(us_annotation);
    annotation->domain = domain;
    annotation->arena = us_arena_new();
    return annotation;
}

void us_annotation_free(us_annotation *annotation)
{
    if (!annotation)
        return;
    us_arena_free(annotation->arena);
    us_mem_free(annotation->goal);
    us_mem_free(annotation);
}

us_status us_annotation_check_domain(const us_domain *domain, const char *trace, us_error *err)
{
    if (domain->goal_count > 0)
        return US_OK;
    return us_error_set(
        err, US_BAD_INPUT, trace, 0, 0,
        "the domain \"%.64s\" has no goals: its games can't be labeled, so that nothing "
        "can be learned from them",
        domain->name);
}

us_status us_annotation_check_file(const us_domain *domain, const char *trace, const char *path,
                                   us_error *err)
{
    US_TRY(us_annotation_check_domain(domain, trace, err));
    if (us_file_exists(path))
        return US_OK;
    return us_error_set(
        err, US_BAD_INPUT, trace, 0, 0,
        "there is no annotation: expected %.200s beside it, or a file that learn "
        "--annotation names; annotate --auto suggests one, annotate --goal adds goals by hand",
        path);
}

int us_goal_instance_result(const us_goal_instance *instance)
{
    return instance->achieved ? 1 : instance->closed < 0 ? -1 : 0;
}

us_goal_instance *us_annotation_find(const us_annotation *annotation, us_seat seat, uint32_t id)
{
    for (int i = 0; i < annotation->count; i++) {
        if (annotation->goal[i].seat == seat && annotation->goal[i].id == id)
            return &annotation->goal[i];
    }
    return NULL;
}

static const char *keep(us_annotation *annotation, const char *text)
{
    return text ? us_arena_strndup(annotation->arena, text, strlen(text)) : "";
}

static uint32_t next_id(const us_annotation *annotation, us_seat seat)
{
    uint32_t id = 0;
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *other = &annotation->goal[i];
        if (other->seat == seat && other->id > id)
            id = other->id;
    }
    if (id < UINT32_MAX)
        return id + 1;
    for (id = 1; us_annotation_find(annotation, seat, id);)
        id++;
    return id;
}

us_goal_instance *us_annotation_add(us_annotation *annotation, const us_goal_instance *instance)
{
    annotation->goal = us_array_grow(annotation->goal, annotation->count, &annotation->capacity,
                                     sizeof(*annotation->goal));
    us_goal_instance made = *instance;
    made.by = keep(annotation, instance->by);
    made.why = keep(annotation, instance->why);
    made.span = US_ARENA_ARRAY(annotation->arena, us_span, instance->spans + 1);
    if (instance->spans > 0)
        memcpy(made.span, instance->span, (size_t)instance->spans * sizeof(us_span));
    if (made.id == 0)
        made.id = next_id(annotation, made.seat);
    annotation->goal[annotation->count] = made;
    return &annotation->goal[annotation->count++];
}

static int by_seat_and_id(const void *one, const void *two)
{
    const us_goal_instance *a = one, *b = two;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

void us_annotation_sort(us_annotation *annotation)
{
    us_array_sort(annotation->goal, (size_t)annotation->count, sizeof(*annotation->goal),
                  by_seat_and_id);
}

int us_spans_make(const uint32_t *order, int count, const uint32_t *seat_orders, int seat_count,
                  us_arena *arena, us_span **out)
{
    us_span *span = US_ARENA_ARRAY(arena, us_span, count + 1);
    int spans = 0, at = 0;
    for (int i = 0; i < count; i++) {
        while (at < seat_count && seat_orders[at] < order[i])
            at++;
        bool next = i > 0 && at > 0 && seat_orders[at - 1] == order[i - 1];
        if (next)
            span[spans - 1].to = order[i] + 1;
        else
            span[spans++] = (us_span){order[i], order[i] + 1};
    }
    *out = span;
    return spans;
}

/* ---- parents */

static int64_t width(const us_goal_instance *instance)
{
    int64_t sum = 0;
    for (int i = 0; i < instance->spans; i++)
        sum += instance->span[i].to - instance->span[i].from;
    return sum;
}

static bool holds_all(const us_goal_instance *a, const us_goal_instance *b)
{
    int at = 0;
    for (int i = 0; i < b->spans; i++) {
        while (at < a->spans && a->span[at].to < b->span[i].to)
            at++;
        if (at == a->spans || a->span[at].from > b->span[i].from)
            return false;
    }
    return a->seat == b->seat && a != b;
}

static bool covers_all(const us_domain *domain, const us_goal_instance *a,
                       const us_goal_instance *b)
{
    if (!holds_all(a, b))
        return false;
    int one = domain->goal[a->goal.type].rank, other = domain->goal[b->goal.type].rank;
    return !holds_all(b, a) || one > other || (one == other && a->id < b->id);
}

void us_annotation_nest(us_annotation *annotation, us_goal_instance *instance)
{
    const us_domain *domain = annotation->domain;
    const us_goal_instance *best = NULL;
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *other = &annotation->goal[i];
        if (!covers_all(domain, other, instance))
            continue;
        if (!best || width(other) < width(best) ||
            (width(other) == width(best) && covers_all(domain, best, other)))
            best = other;
    }
    instance->parent = best ? best->id : 0;
    for (int i = 0; i < annotation->count; i++) {
        us_goal_instance *other = &annotation->goal[i];
        bool yields = other->suggested || !instance->suggested;
        if (yields && other->parent == instance->parent && covers_all(domain, instance, other))
            other->parent = instance->id;
    }
}

void us_annotation_move_children(us_annotation *annotation, us_seat seat, uint32_t id, uint32_t to)
{
    for (int i = 0; i < annotation->count; i++) {
        us_goal_instance *goal = &annotation->goal[i];
        if (goal->seat == seat && goal->parent == id)
            goal->parent = goal->id != to ? to : 0;
    }
}

void us_goal_instance_set_manual(us_goal_instance *instance)
{
    instance->suggested = false;
    instance->by = "hand";
    instance->why = "";
}

void us_annotation_remove(us_annotation *annotation, us_goal_instance *instance)
{
    us_annotation_move_children(annotation, instance->seat, instance->id, instance->parent);
    size_t behind = (size_t)(annotation->goal + annotation->count - instance - 1);
    memmove(instance, instance + 1, behind * sizeof(*instance));
    annotation->count--;
}

/* ---- the file */

void us_annotation_path(const char *trace, us_str *out)
{
    us_trace_add_stem(trace, out);
    us_str_add(out, ".goals.json");
}

static us_status read_spans(us_annotation *annotation, const us_json_node *object,
                            us_goal_instance *out, us_error *err)
{
    const us_json_node *list;
    US_TRY(us_json_require(object, "orders", US_JSON_ARRAY, &list, err));
    out->span = US_ARENA_ARRAY(annotation->arena, us_span, us_json_size(list) + 1);
    int64_t last = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        const us_json_node *from = us_json_first(node);
        const us_json_node *to = from ? us_json_next(from) : NULL;
        int64_t a, b;
        bool pair = us_json_type(node) == US_JSON_ARRAY && us_json_size(node) == 2 &&
                    us_json_int(from, &a) && us_json_int(to, &b);
        if (!pair || a < 1 || a < last || b <= a || b > UINT32_MAX)
            return us_json_fail(node, err,
                                "expected a range of orders, [from, to) with 1 <= from < to, "
                                "behind the one before it");
        out->span[out->spans++] = (us_span){(uint32_t)a, (uint32_t)b};
        last = b;
    }
    if (out->spans == 0)
        return us_json_fail(list, err, "expected a range of orders, found none");
    return US_OK;
}

static us_status read_instance(us_annotation *annotation, const us_json_node *object, us_error *err)
{
    static const char *const keys[] = {"id",   "parent", "seat",     "goal", "kind",
                                       "args", "opened", "closed",   "by",   "suggested",
                                       "why",  "orders", "achieved", NULL};
    us_goal_instance made = {.by = "hand", .why = ""};
    int64_t id = 0, parent = 0, seat = 0, opened = 0, closed = -1;
    int column;
    US_TRY(us_goal_read(annotation->domain, object, &made.goal, err));
    US_TRY(us_json_check_keys(object, keys, err));
    US_TRY(us_json_require_int(object, "id", 1, UINT32_MAX, &id, err));
    US_TRY(us_json_get_int(object, "parent", 1, UINT32_MAX, &parent, err));
    US_TRY(us_json_require_int(object, "seat", 0, US_SEATS_MAX - 1, &seat, err));
    US_TRY(us_json_require_int(object, "opened", 0, INT32_MAX, &opened, err));
    US_TRY(us_json_get_int(object, "closed", 0, INT32_MAX, &closed, err));
    if (closed >= 0 && closed < opened)
        return us_json_fail(us_json_find(object, "closed"), err,
                            "goal %lld ends at cycle %lld, before it begins at %lld", (long long)id,
                            (long long)closed, (long long)opened);
    US_TRY(us_json_get_bool(object, "achieved", &made.achieved, err));
    US_TRY(us_json_get_bool(object, "suggested", &made.suggested, err));
    US_TRY(us_json_get_string(object, "by", &made.by, err));
    US_TRY(us_json_get_string(object, "why", &made.why, err));
    US_TRY(read_spans(annotation, object, &made, err));
    made.id = (uint32_t)id;
    made.parent = (uint32_t)parent;
    made.seat = (us_seat)seat;
    made.opened = (us_cycle)opened;
    made.closed = (us_cycle)closed;
    const char *file;
    us_json_place(object, &file, &made.line, &column);
    us_goal_resolve_seats(annotation->domain, &made.goal, made.seat, 0);
    us_annotation_add(annotation, &made);
    return US_OK;
}

static us_status read_head(const us_json_node *root, const us_domain *domain,
                           const us_json_node **goals, us_error *err)
{
    static const char *const keys[] = {"understudy", "version", "domain", "goals", NULL};
    const us_json_node *what, *name;
    int64_t version;
    US_TRY(us_json_require(root, "understudy", US_JSON_STRING, &what, err));
    if (!us_text_equal(us_json_string(what), "goals"))
        return us_json_fail(what, err, "expected \"goals\", found \"%.63s\"", us_json_string(what));
    US_TRY(us_json_require_int(root, "version", INT32_MIN, INT32_MAX, &version, err));
    if (version != US_ANNOTATION_VERSION)
        return us_json_fail(us_json_find(root, "version"), err,
                            "version %lld of annotations: expected %d", (long long)version,
                            US_ANNOTATION_VERSION);
    US_TRY(us_json_check_keys(root, keys, err));
    US_TRY(us_json_require(root, "domain", US_JSON_STRING, &name, err));
    if (!us_text_equal(us_json_string(name), domain->name)) {
        const char *file;
        int line, column;
        us_json_place(name, &file, &line, &column);
        return us_error_set(err, US_MISMATCH, file, line, column,
                            "goals of domain \"%.63s\": expected \"%s\"", us_json_string(name),
                            domain->name);
    }
    US_TRY(us_json_require(root, "goals", US_JSON_ARRAY, goals, err));
    if (us_json_size(*goals) > US_ANNOTATION_GOALS_MAX)
        return us_json_fail(*goals, err, "expected at most %d goals", US_ANNOTATION_GOALS_MAX);
    return US_OK;
}

static us_status read_goals(us_annotation *annotation, const us_json_node *root,
                            us_remarks *remarks, us_error *err)
{
    const us_json_node *goals;
    US_TRY(read_head(root, annotation->domain, &goals, err));
    for (const us_json_node *n = us_json_first(goals); n; n = us_json_next(n)) {
        us_error why = {0};
        us_status status = read_instance(annotation, n, remarks ? &why : err);
        if (status == US_OK)
            continue;
        if (!remarks)
            return status;
        us_remarks_add(remarks, true, why.line, why.column, "%s", why.text);
    }
    us_annotation_sort(annotation);
    return US_OK;
}

us_status us_annotation_parse(const char *file, const char *text, size_t length,
                              const us_domain *domain, us_remarks *remarks, us_annotation **out,
                              us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    US_TRY(us_json_parse(file, text, length, &doc, err));
    US_AUTOPTR(us_annotation) annotation = us_annotation_new(domain);
    US_TRY(read_goals(annotation, us_json_root(doc), remarks, err));
    *out = US_STEAL(annotation);
    return US_OK;
}

us_status us_annotation_load(const char *path, const us_domain *domain, us_remarks *remarks,
                             us_annotation **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_aside_check(path, err));
    US_TRY(us_file_read(path, US_ANNOTATION_FILE_MAX, &text, &length, err));
    return us_annotation_parse(path, text, length, domain, remarks, out, err);
}

static void write_instance(const us_domain *domain, const us_goal_instance *instance,
                           us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_int(writer, "id", instance->id);
    if (instance->parent)
        us_json_write_key_int(writer, "parent", instance->parent);
    us_json_write_key_int(writer, "seat", instance->seat);
    us_goal_write(domain, &instance->goal, writer);
    us_json_write_key_int(writer, "opened", instance->opened);
    if (instance->closed >= 0)
        us_json_write_key_int(writer, "closed", instance->closed);
    if (instance->achieved)
        us_json_write_key_bool(writer, "achieved", true);
    us_json_write_key_open(writer, "orders", '[');
    for (int i = 0; i < instance->spans; i++) {
        us_json_write_open(writer, '[');
        us_json_write_int(writer, instance->span[i].from);
        us_json_write_int(writer, instance->span[i].to);
        us_json_write_close(writer, ']');
    }
    us_json_write_close(writer, ']');
    us_json_write_key_string(writer, "by", instance->by);
    if (instance->suggested)
        us_json_write_key_bool(writer, "suggested", true);
    if (instance->why[0])
        us_json_write_key_string(writer, "why", instance->why);
    us_json_write_close(writer, '}');
}

void us_annotation_write(us_annotation *annotation, us_str *out)
{
    us_annotation_sort(annotation);
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "understudy", "goals");
    us_json_write_key_int(&writer, "version", US_ANNOTATION_VERSION);
    us_json_write_key_string(&writer, "domain", annotation->domain->name);
    us_json_write_key_open(&writer, "goals", '[');
    for (int i = 0; i < annotation->count; i++) {
        us_str_add(out, i ? ",\n" : "\n");
        us_json_writer line = {.out = out}; /* the newline stands after the comma */
        write_instance(annotation->domain, &annotation->goal[i], &line);
    }
    us_str_add(out, annotation->count ? "\n]}\n" : "]}\n");
}

us_status us_annotation_save(us_annotation *annotation, const char *path, us_error *err)
{
    US_AUTOSTR(text);
    us_annotation_write(annotation, &text);
    if (annotation->count > US_ANNOTATION_GOALS_MAX || text.length > US_ANNOTATION_FILE_MAX)
        return us_error_set(
            err, US_BAD_INPUT, path, 0, 0,
            "cannot write: expected at most %d goals and %d bytes, found %d and %zu",
            US_ANNOTATION_GOALS_MAX, US_ANNOTATION_FILE_MAX, annotation->count, text.length);
    return us_file_write(path, text.text, text.length, err);
}

us_status us_annotation_hash_file(const char *path, us_hash *out, us_error *err)
{
    *out = US_HASH_START;
    return us_file_exists(path) ? us_file_hash(path, out, err) : US_OK;
}

us_status us_annotation_replace(us_annotation *annotation, const char *path, us_hash *state,
                                us_error *err)
{
    us_hash now;
    /* The lock of the folder makes check and write one step; without it, only the check guards. */
    US_AUTO(us_file_close) int folder = us_file_open_folder(path);
    if (folder >= 0)
        flock(folder, LOCK_EX);
    US_TRY(us_annotation_hash_file(path, &now, err));
    if (now != *state)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "another program has written it meanwhile, nothing was written; try "
                            "again");
    US_TRY(us_annotation_save(annotation, path, err));
    return us_annotation_hash_file(path, state, err);
}
