#include "cli/retrieve.h"
#include "base/file.h"

#include <string.h>

#include "base/spelling.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

static const us_option options[] = {
    [US_RETRIEVE_GOAL] = {"--goal", "G", "by goal: \"achieve BuildUnits(self, infantry, 6)\""},
    [US_RETRIEVE_STATE] = {"--state", "TRACE@CYCLE", "the state: a moment of a recorded game"},
    [US_RETRIEVE_SEAT] = {"--seat", "N", "the seat that asks", 0, US_SEATS_MAX - 1, "0"},
    [US_RETRIEVE_MAP] = {"--map", "M", "the file of the trace's map"},
    [US_RETRIEVE_WEIGHTS] = {"--weights", "GOAL:STATE", "weights of goal and state, in percent",
                             .preset = "50:50"},
    [US_RETRIEVE_WEIGH] = {"--weigh", "FEATURE=PERCENT",
                           "weight of a feature; else the library's; may be repeated",
                           .many = true},
    [US_RETRIEVE_OUTCOMES] = {"--outcomes", "PERCENT", "weight of tries and successes", 0, 100,
                              "0"},
    [US_RETRIEVE_CONDITIONS] = {"--conditions", "on|off", "whether preconditions must hold",
                                .preset = "on"},
    [US_RETRIEVE_CLASS] = {"--class", "C", "by query: the class of the wanted behavior"},
    [US_RETRIEVE_PARAM] = {"--param", "NAME=TYPE",
                           "type of a parameter that will be passed; may be repeated",
                           .many = true},
    [US_RETRIEVE_DESCRIPTOR] = {"--descriptor", "KEY=VALUE",
                                "descriptor of the moment; KEY may begin with '?'; may be repeated",
                                .many = true},
    [US_RETRIEVE_W] = {"--w", "PART",
                       "share of descriptors in the similarity; the class has the rest",
                       .preset = "0.5"},
    [US_RETRIEVE_ATTRIBUTE] = {"--attribute-weight", "KEY=PART",
                               "weight w_a; other descriptors share the rest of 1; may be repeated",
                               .many = true},
    [US_RETRIEVE_RENORMALIZE] =
        {"--renormalize", NULL,
         "scale the weights of the descriptors that both have to a sum of 1"},
    [US_RETRIEVE_RUNNING] = {"--running", "NAME", "the behavior that runs now"},
    [US_RETRIEVE_HYSTERESIS] = {"--hysteresis", "PART",
                                "the running behavior stays unless another is better by more",
                                .preset = "0"},
    [US_RETRIEVE_EXCLUDE] = {"--exclude", "NAME",
                             "exclude a behavior; by goal also #N, a case; may be repeated",
                             .many = true},
    [US_RETRIEVE_K] = {"-k", "N", "number of hits", 1, 1000000, "10"},
    [US_RETRIEVE_EXPLAIN] = {"--explain", NULL,
                             "print rejected cases, and the effect of each feature"},
    [US_RETRIEVE_DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [US_RETRIEVE_JSON] = {"--json", NULL, "print one JSON object"},
};

/* ---- shared parts */

static void close_shelved(us_opened_case_base *shelved)
{
    us_case_base_free(shelved->case_base);
    us_library_close(shelved->library);
    us_brl_free(shelved->brl);
    us_domain_free(shelved->domain);
}

static us_status open_shelved(us_opened_case_base *shelved, const char *path, const char *domain,
                              us_error *err)
{
    char named[US_NAME_MAX + 1];
    if (us_file_exists(path) && !us_file_is_library(path) && !us_file_read_domain_name(path, named))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "expected a library, or a file of behaviors that begins with brl 1");
    US_TRY(us_file_open_domain(path, domain, &shelved->domain, err));
    if (us_file_is_library(path)) {
        US_TRY(us_library_open(path, US_LIBRARY_READ, shelved->domain, &shelved->library, err));
        return us_case_base_load(shelved->library, &shelved->case_base, err);
    }
    US_TRY(us_brl_load(shelved->domain, path, &shelved->brl, err));
    return us_case_base_from_brl(shelved->brl, &shelved->case_base, err);
}

static const char *behavior_at(const void *from, int i)
{
    const us_case_base *case_base = from;
    return i < us_case_base_behavior_count(case_base) ? us_case_base_behavior_name(case_base, i)
                                                      : NULL;
}

us_status us_retrieve_fail_unknown(const char *option, const char *what, const char *name,
                                   us_spelling_name *at, const void *from, us_error *err)
{
    US_AUTOSTR(hint);
    us_spelling_print_hint(name, at, from, "there are", &hint);
    return us_error_refuse(err, "%s: no %s \"%.64s\"%s", option, what, name, hint.text);
}

us_status us_retrieve_find_behavior(const us_case_base *case_base, const char *option,
                                    const char *name, int *out, us_error *err)
{
    for (int i = 0; i < us_case_base_behavior_count(case_base); i++) {
        if (us_text_equal(us_case_base_behavior_name(case_base, i), name)) {
            *out = i;
            return US_OK;
        }
    }
    return us_retrieve_fail_unknown(option, "behavior", name, behavior_at, case_base, err);
}

us_status us_retrieve_split_pair(const char *option, const char *text, const char *form, char *name,
                                 size_t size, const char **value, us_error *err)
{
    size_t length = strcspn(text, "=");
    if (length == 0 || !text[length] || !text[length + 1])
        return us_error_refuse(err, "%s: expected %s, found \"%.64s\"", option, form, text);
    if (length >= size)
        return us_error_refuse(err, "%s: a name longer than %d bytes: \"%.64s\"", option,
                               (int)size - 1, text);
    memcpy(name, text, length);
    name[length] = '\0';
    *value = text + length + 1;
    return US_OK;
}

us_status us_similarity_parse(const char *option, const char *text, int64_t *out, us_error *err)
{
    if (us_text_to_decimal(text, US_SIMILARITY_DECIMALS, 0, US_SIMILARITY_ONE, out))
        return US_OK;
    return us_error_refuse(err, "%s: expected a number from 0 to 1, such as 0.25, found \"%.64s\"",
                           option, text);
}

void us_similarity_print(us_str *out, int64_t part)
{
    int64_t size = part < 0 ? -part : part, digits = (size + 50000) / 100000;
    us_str_addf(out, "%s%lld.%04lld", part < 0 && digits ? "-" : "", (long long)(digits / 10000),
                (long long)(digits % 10000));
}

void us_similarity_write(us_json_writer *writer, const char *key, int64_t part)
{
    us_json_write_key_decimal(writer, key, part, US_SIMILARITY_DECIMALS);
}

/* ---- the command */

/* Options of one way are refused with the other. */
static us_status check_ways(const us_args *args, us_error *err)
{
    bool goal = us_args_is_given(args, US_RETRIEVE_GOAL),
         of = us_args_is_given(args, US_RETRIEVE_CLASS);
    if (goal == of)
        return us_error_refuse(err, "retrieve: expected --goal G or --class C%s",
                               goal ? ", found both" : "");
    int first = goal ? US_RETRIEVE_CLASS : US_RETRIEVE_GOAL;
    int last = goal ? US_RETRIEVE_HYSTERESIS : US_RETRIEVE_CONDITIONS;
    for (int i = first; i <= last; i++)
        if (us_args_is_given(args, i))
            return us_error_refuse(err, "retrieve: %s goes with %s", options[i].name,
                                   goal ? "--class" : "--goal");
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(close_shelved) us_opened_case_base shelved = {0};
    US_TRY(check_ways(args, err));
    US_TRY(open_shelved(&shelved, args->argument[0], us_args_text(args, US_RETRIEVE_DOMAIN), err));
    us_status status = us_args_is_given(args, US_RETRIEVE_GOAL)
                           ? us_retrieve_by_goal(args, &shelved, out, err)
                           : us_retrieve_by_class(args, &shelved, out, err);
    if (status != US_OK)
        us_str_reset(out);
    return status;
}

const us_command us_command_retrieve = {
    .name = "retrieve",
    .arguments = "LIB",
    .about = "query a library for the best behavior, and explain the answer",
    .more =
        "LIB is a library or a file of behaviors. By goal: cases whose preconditions hold, ranked\n"
        "by the similarity of their goal and state to the query; without --state by the goal\n"
        "alone, each behavior once. A goal has a kind: experts mostly \"achieve\" or \"maintain\"\n"
        "BuildUnits. Without a word in front, the kind is the type's own, here increase; the same\n"
        "goal of another kind has a similarity of only 0.75. By query, as in dynamic behavior\n"
        "trees: behaviors of a class, ranked by their descriptors. docs/RETRIEVAL.md defines each\n"
        "number.",
    .example = "  understudy retrieve lib.db --goal \"achieve BuildUnits(self, infantry, 6)\"\n"
               "  understudy retrieve lib.db --goal \"DefeatPlayer(enemy)\" --state game.jsonl@600 "
               "--explain\n"
               "  understudy retrieve domains/arena/paper.brl --class Attack --param entity=PLAYER "
               "\\\n      --descriptor this.alarm=0.2 --exclude \"Steal resources\" -k 3 --json",
    US_OPTIONS(options),
    .run = run,
};
