/* retrieve --class: retrieval by query. */

#include "base/arena.h"
#include "base/spelling.h"
#include "cli/out.h"
#include "cli/retrieve.h"
#include "retrieve/query.h"

typedef char query_name[US_NAME_MAX + 1];

typedef struct asking {
    const us_args *args;
    us_case_base *case_base;
    const us_domain *domain;
    us_class_query query;
    us_query_param *param;
    query_name *param_name;
    us_query_value *value;
    query_name *value_name;
    bool *weighed; /* by value */
    const char **excluded;
    us_class_hit *hit; /* all behaviors of the class */
    int hits, shown;
} asking;

/* ---- the query */

static const char *class_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->class_count ? domain->class_def[i].name : NULL;
}

static const char *type_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->type_count ? domain->type[i].name : NULL;
}

static const char *descriptor_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->descriptor_count ? domain->descriptor[i].name : NULL;
}

static us_status twice(const char *option, const char *name, us_error *err)
{
    return us_error_refuse(err, "%s: \"%.64s\" is given twice", option, name);
}

static us_status ask_params(asking *a, us_error *err)
{
    const char *text, *type;
    for (int at = 0; (text = us_args_next(a->args, US_RETRIEVE_PARAM, &at));) {
        int i = a->query.params;
        char *name = a->param_name[i];
        US_TRY(us_retrieve_split_pair("--param", text, "NAME=TYPE, as in entity=PLAYER", name,
                                      sizeof a->param_name[i], &type, err));
        for (int k = 0; k < i; k++)
            if (us_text_equal(a->param_name[k], name))
                return twice("--param", name, err);
        a->param[i] = (us_query_param){name, us_domain_find_type(a->domain, type), US_VALUE_ENTITY};
        if (a->param[i].type < 0)
            return us_retrieve_fail_unknown("--param", "type", type, type_at, a->domain, err);
        a->query.params++;
    }
    return US_OK;
}

static us_status read_value(const asking *a, const char *name, const char *text, int64_t *out,
                            us_error *err)
{
    const us_descriptor *d = us_descriptor_find(a->domain, name);
    if (!d)
        return us_retrieve_fail_unknown("--descriptor", "descriptor", name, descriptor_at,
                                        a->domain, err);
    if (us_descriptor_parse(d, text, out) && us_descriptor_has_value(d, *out))
        return US_OK;
    US_AUTOSTR(range);
    us_descriptor_print_range(d, &range);
    return us_error_refuse(err, "--descriptor: %s: expected %s, found \"%.64s\"", name, range.text,
                           text);
}

static int find_value(const asking *a, const char *name)
{
    int i = a->query.values - 1;
    while (i >= 0 && !us_text_equal(a->value_name[i], name))
        i--;
    return i;
}

static us_status ask_descriptors(asking *a, us_error *err)
{
    const char *text, *value;
    for (int at = 0; (text = us_args_next(a->args, US_RETRIEVE_DESCRIPTOR, &at));) {
        int i = a->query.values;
        char *name = a->value_name[i];
        US_TRY(us_retrieve_split_pair("--descriptor", text + (text[0] == '?'),
                                      "KEY=VALUE, as in this.alarm=0.2", name,
                                      sizeof a->value_name[i], &value, err));
        if (find_value(a, name) >= 0)
            return twice("--descriptor", name, err);
        US_TRY(read_value(a, name, value, &a->value[i].value, err));
        a->value[i].name = name;
        a->query.values++;
    }
    return US_OK;
}

/* Descriptors without a given weight share the rest of 1. */
static us_status ask_weights(asking *a, us_error *err)
{
    const char *text, *value;
    char name[US_NAME_MAX + 1];
    int64_t left = US_SIMILARITY_ONE;
    int others = a->query.values;
    for (int at = 0; (text = us_args_next(a->args, US_RETRIEVE_ATTRIBUTE, &at)); others--) {
        US_TRY(us_retrieve_split_pair("--attribute-weight", text + (text[0] == '?'),
                                      "KEY=PART, as in this.alarm=0.2", name, sizeof name, &value,
                                      err));
        int i = find_value(a, name);
        if (i < 0)
            return us_error_refuse(err, "--attribute-weight: no --descriptor \"%.64s\" is given",
                                   name);
        if (a->weighed[i])
            return twice("--attribute-weight", name, err);
        US_TRY(us_similarity_parse("--attribute-weight", value, &a->value[i].weight, err));
        left -= a->value[i].weight;
        a->weighed[i] = true;
    }
    if (left < 0)
        return us_error_refuse(err, "--attribute-weight: weights that add up to more than 1");
    for (int i = 0, k = 0; i < a->query.values; i++)
        if (!a->weighed[i])
            a->value[i].weight = us_class_query_share(left, others, k++);
    return US_OK;
}

static us_status ask(asking *a, us_error *err)
{
    const char *name = us_args_text(a->args, US_RETRIEVE_CLASS);
    const char *running = us_args_text(a->args, US_RETRIEVE_RUNNING);
    int behavior;
    if (a->domain->class_count > 0 && us_domain_find_class(a->domain, name) < 0)
        return us_retrieve_fail_unknown("--class", "class", name, class_at, a->domain, err);
    US_TRY(ask_params(a, err));
    US_TRY(ask_descriptors(a, err));
    US_TRY(ask_weights(a, err));
    for (int at = 0; (name = us_args_next(a->args, US_RETRIEVE_EXCLUDE, &at));) {
        US_TRY(us_retrieve_find_behavior(a->case_base, "--exclude", name, &behavior, err));
        a->excluded[a->query.excluded_count++] = name;
    }
    if (running)
        US_TRY(us_retrieve_find_behavior(a->case_base, "--running", running, &behavior, err));
    else if (us_args_is_given(a->args, US_RETRIEVE_HYSTERESIS))
        return us_error_refuse(err, "--hysteresis: expected --running NAME, too");
    a->query.running = running;
    a->query.renormalize = us_args_is_given(a->args, US_RETRIEVE_RENORMALIZE);
    US_TRY(us_similarity_parse("--hysteresis", us_args_text(a->args, US_RETRIEVE_HYSTERESIS),
                               &a->query.hysteresis, err));
    return us_similarity_parse("--w", us_args_text(a->args, US_RETRIEVE_W), &a->query.weight, err);
}

/* ---- the answer */

/* Returns the behavior of the first hit, if it fits at all, or of the next (the runner-up). -1:
 * none. */
static int winner_of(const asking *a, int place)
{
    bool there = place < a->hits && a->hit[place].unfit == US_FITS && a->hit[place].similarity > 0;
    return there ? a->hit[place].behavior : -1;
}

static const char *name_of(const asking *a, int behavior)
{
    return us_case_base_behavior_name(a->case_base, behavior);
}

static const us_entry *seen_in(const us_template *behavior, const char *name)
{
    for (int i = 0; i < behavior->descriptor_count; i++)
        if (us_text_equal(behavior->descriptor[i].key, name))
            return &behavior->descriptor[i];
    return NULL;
}

static void write_value(const us_descriptor *d, int64_t value, const char *key,
                        us_json_writer *writer)
{
    if (value >= 0 && value < d->symbols.count)
        us_json_write_key_string(writer, key, d->symbols.name[value]);
    else
        us_json_write_key_decimal(writer, key, value, d->decimals);
}

static void write_descriptors(const asking *a, const us_template *behavior, us_json_writer *writer)
{
    us_json_write_key_open(writer, "descriptors", '[');
    for (int i = 0; i < a->query.values; i++) {
        const us_query_value *asked = &a->value[i];
        const us_descriptor *d = us_descriptor_find(a->domain, asked->name);
        const us_entry *seen = seen_in(behavior, asked->name);
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "name", asked->name);
        write_value(d, asked->value, "asked", writer);
        if (seen) {
            write_value(d, us_entry_number(seen, 0), "seen", writer);
            us_similarity_write(writer, "similarity",
                                us_class_query_local_similarity(&a->query, i, behavior));
        } else {
            us_json_write_key_null(writer, "seen");
        }
        us_similarity_write(writer, "weight", asked->weight);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static us_status write_hit(const asking *a, const us_class_hit *hit, us_json_writer *writer,
                           us_error *err)
{
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "behavior", name_of(a, hit->behavior));
    us_similarity_write(writer, "similarity", hit->similarity);
    us_similarity_write(writer, "attributes", hit->attributes);
    us_similarity_write(writer, "functionality", hit->functionality);
    us_json_write_key_int(writer, "shared", hit->shared);
    us_json_write_key_bool(writer, "fits", hit->unfit == US_FITS);
    if (hit->unfit != US_FITS)
        us_json_write_key_string(writer, "unfit",
                                 hit->unfit == US_EXCLUDED ? "excluded" : "parameter");
    if (us_args_is_given(a->args, US_RETRIEVE_EXPLAIN)) {
        const us_template *behavior;
        US_TRY(us_case_base_get_template(a->case_base, hit->behavior, &behavior, err));
        write_descriptors(a, behavior, writer);
    }
    us_json_write_close(writer, '}');
    return US_OK;
}

static us_status write_json(const asking *a, us_str *out, us_error *err)
{
    int first = winner_of(a, 0), second = winner_of(a, 1);
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "class", a->query.class_name);
    us_json_write_key_open(&writer, "hits", '[');
    for (int i = 0; i < a->shown; i++)
        US_TRY(write_hit(a, &a->hit[i], &writer, err));
    us_json_write_close(&writer, ']');
    us_json_write_key_string(&writer, "winner", first < 0 ? NULL : name_of(a, first));
    us_json_write_key_string(&writer, "runner_up", second < 0 ? NULL : name_of(a, second));
    if (second < 0)
        us_json_write_key_null(&writer, "margin");
    else
        us_similarity_write(&writer, "margin", a->hit[0].similarity - a->hit[1].similarity);
    us_json_writer_end(&writer, '}');
    return US_OK;
}

static us_status add_descriptors(const asking *a, const us_class_hit *hit, us_str *out,
                                 us_error *err)
{
    const us_template *behavior;
    US_TRY(us_case_base_get_template(a->case_base, hit->behavior, &behavior, err));
    US_AUTOSTR(line);
    for (int i = 0; i < a->query.values; i++) {
        const us_descriptor *d = us_descriptor_find(a->domain, a->value[i].name);
        const us_entry *seen = seen_in(behavior, a->value[i].name);
        us_str_addf(&line, "      %s: asked ", a->value[i].name);
        us_descriptor_print(d, a->value[i].value, &line);
        us_str_add(&line, seen ? ", has " : ", has none");
        if (seen) {
            us_descriptor_print(d, us_entry_number(seen, 0), &line);
            us_str_add(&line, ": ");
            us_similarity_print(&line, us_class_query_local_similarity(&a->query, i, behavior));
            us_str_add(&line, " of ");
            us_similarity_print(&line, a->value[i].weight);
        }
        us_out_add_line(out, &line);
    }
    return US_OK;
}

static us_status write_text(const asking *a, us_str *out, us_error *err)
{
    us_status status = US_OK;
    US_AUTOSTR(line);
    us_str_add(out, "similarity  attributes  class   behavior\n");
    for (int i = 0; i < a->shown && status == US_OK; i++) {
        const us_class_hit *hit = &a->hit[i];
        us_similarity_print(&line, hit->similarity);
        us_str_add(&line, "      ");
        us_similarity_print(&line, hit->attributes);
        us_str_add(&line, "      ");
        us_similarity_print(&line, hit->functionality);
        us_str_addf(&line, "  %s%s", name_of(a, hit->behavior),
                    hit->unfit == US_EXCLUDED        ? " (excluded)"
                    : hit->unfit == US_BAD_PARAMETER ? " (does not take what will be passed)"
                                                     : "");
        us_out_add_line(out, &line);
        if (us_args_is_given(a->args, US_RETRIEVE_EXPLAIN))
            status = add_descriptors(a, hit, out, err);
    }
    if (winner_of(a, 0) < 0) {
        us_str_add(&line, "no behavior fits");
    } else {
        us_str_addf(&line, "answer: %s", name_of(a, a->hit[0].behavior));
        if (winner_of(a, 1) >= 0) {
            us_str_add(&line, ", by ");
            us_similarity_print(&line, a->hit[0].similarity - a->hit[1].similarity);
            us_str_addf(&line, " before %s", name_of(a, a->hit[1].behavior));
        }
    }
    us_out_add_line(out, &line);
    return status;
}

/* A parameter that no behavior takes is probably a mistake, so it is noted. */
static us_status note_params(const asking *a, us_error *err)
{
    for (int p = 0; p < a->query.params; p++) {
        bool taken = false;
        for (int i = 0; i < a->hits && !taken; i++) {
            const us_template *behavior;
            US_TRY(us_case_base_get_template(a->case_base, a->hit[i].behavior, &behavior, err));
            int slot = us_template_find_slot(behavior, a->param[p].name);
            taken = slot >= 0 && behavior->slot[slot].param;
        }
        if (!taken)
            us_out_log("--param: no behavior takes a parameter \"%s\": it has no effect",
                       a->param[p].name);
    }
    return US_OK;
}

static void note_classless(const asking *a)
{
    for (int i = 0; i < us_case_base_behavior_count(a->case_base); i++)
        if (us_case_base_has_class(a->case_base, i))
            return;
    us_out_log(
        "%s: no behavior has a class (`is NAME`), so that --class finds none; --goal asks by goal",
        a->args->argument[0]);
}

us_status us_retrieve_by_class(const us_args *args, us_opened_case_base *shelved, us_str *out,
                               us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    int room = args->givens + 1;
    int behaviors = us_case_base_behavior_count(shelved->case_base);
    int64_t k = us_args_int(args, US_RETRIEVE_K);
    asking a = {.args = args,
                .case_base = shelved->case_base,
                .domain = shelved->domain,
                .query = us_class_query_default(us_args_text(args, US_RETRIEVE_CLASS)),
                .param = US_ARENA_ARRAY(arena, us_query_param, room),
                .param_name = US_ARENA_ARRAY(arena, query_name, room),
                .value = US_ARENA_ARRAY(arena, us_query_value, room),
                .value_name = US_ARENA_ARRAY(arena, query_name, room),
                .weighed = US_ARENA_ARRAY(arena, bool, room),
                .excluded = US_ARENA_ARRAY(arena, const char *, room),
                .hit = US_ARENA_ARRAY(arena, us_class_hit, behaviors + 1)};
    a.query.param = a.param;
    a.query.value = a.value;
    a.query.excluded = a.excluded;
    US_TRY(ask(&a, err));
    US_TRY(us_case_base_retrieve_class(a.case_base, &a.query, behaviors + 1, a.hit, &a.hits, err));
    a.shown = a.hits < k ? a.hits : (int)k;
    US_TRY(note_params(&a, err));
    note_classless(&a);
    return us_args_is_given(args, US_RETRIEVE_JSON) ? write_json(&a, out, err)
                                                    : write_text(&a, out, err);
}
