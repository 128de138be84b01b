#include "retrieve/shuffle.h"

#include "base/file.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { WHAT, OUT, SEED, DOMAIN, JSON };

static const us_option options[] = {
    [WHAT] = {"--what", "WHAT", "exchange goals or states", .preset = "goals"},
    [OUT] = {"-o", "LIB", "the library to make; must not exist", .needed = true},
    [SEED] = {"--seed", "N", "seed of the shuffle", 0, INT64_MAX, "1"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
};

static us_status take_def(const us_args *args, us_shuffle_def *out, us_error *err)
{
    const char *what = us_args_text(args, WHAT);
    bool goals = us_text_equal(what, "goals");
    if (!goals && !us_text_equal(what, "states"))
        return us_error_refuse(err, "--what: expected goals or states, found \"%.64s\"", what);
    *out = (us_shuffle_def){goals ? US_SHUFFLE_GOALS : US_SHUFFLE_STATES,
                            (uint64_t)us_args_int(args, SEED)};
    return US_OK;
}

static us_status shuffle(const us_args *args, const us_shuffle_def *def, us_shuffle_result *made,
                         us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle from = {0};
    const char *path = args->argument[0];
    US_TRY(us_library_handle_open(&from, path, US_LIBRARY_READ, us_args_text(args, DOMAIN), err));
    return us_shuffle_run_file(path, from.domain, def, us_args_text(args, OUT), made, err);
}

static void write_json(const us_args *args, const us_shuffle_result *made, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", us_args_text(args, OUT));
    us_json_write_key_string(&writer, "what", us_args_text(args, WHAT));
    us_json_write_key_int(&writer, "seed", us_args_int(args, SEED));
    us_json_write_key_int(&writer, "moved", made->moved);
    us_json_write_key_int(&writer, "kept", made->kept);
    us_json_writer_end(&writer, '}');
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_shuffle_def def;
    us_shuffle_result made = {0};
    const char *path = us_args_text(args, OUT);
    US_TRY(take_def(args, &def, err));
    if (us_file_exists(path))
        return us_error_set(
            err, US_BAD_INPUT, path, 0, 0,
            "expected a path where nothing is: shuffled behaviors don't go to others");
    US_TRY(shuffle(args, &def, &made, err));
    if (us_args_is_given(args, JSON))
        write_json(args, &made, out);
    us_out_log("%s: %d of %d %s", path, made.moved, made.moved + made.kept,
               def.what == US_SHUFFLE_GOALS ? "behaviors have another's goal"
                                            : "cases have another's state");
    return US_OK;
}

const us_command us_command_library_shuffle = {
    .name = "library shuffle",
    .arguments = "LIB",
    .about = "exchange the goals or the states of a library, as a baseline",
    .more =
        "goals: each behavior claims to achieve the goal of another behavior. states: each case\n"
        "claims the state of another case, for a goal of the same type. All else stays. So the\n"
        "games that the new library loses against the old one measure the worth of goal labels,\n"
        "or of the similarity of states. Changed behaviors and cases are marked; their success\n"
        "counts are cleared. Not every behavior can have every goal: the result is always a sound\n"
        "library, and the unchanged ones are counted.",
    .example = "  understudy library shuffle lib.db -o other-goals.db --seed 7\n"
               "  understudy library shuffle lib.db -o other-states.db --what states",
    US_OPTIONS(options),
    .run = run,
};
