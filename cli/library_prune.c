#include "retrieve/library_prune.h"

#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { TRIES, BELOW, SURE, FOOTPRINT, DRY, DOMAIN, JSON };

static const us_option options[] = {
    [TRIES] = {"--tries", "N", "remove behaviors tried at least N times ...", 1, INT32_MAX},
    [BELOW] = {"--below", "PERCENT", "... that succeeded in less than PERCENT of their tries", 1,
               100},
    [SURE] = {"--sure", NULL, "... with 95 percent confidence"},
    [FOOTPRINT] = {"--footprint", NULL, "remove cases that other cases make unnecessary"},
    [DRY] = {"--dry-run", NULL, "print what would be removed; change nothing"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print what was removed as one JSON object"},
};

static bool goes(const us_prune_plan *plan, int64_t id)
{
    for (int i = 0; i < plan->behaviors; i++)
        if (plan->behavior[i] == id)
            return true;
    return false;
}

static void write_json(const us_library_list *list, const us_prune_plan *plan, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_open(&writer, "behaviors", '[');
    for (int i = 0; i < list->count; i++) {
        if (!goes(plan, list->row[i].id))
            continue;
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "name", list->row[i].name);
        us_json_write_key_hash(&writer, "hash", list->row[i].hash);
        us_json_write_key_int(&writer, "tries", list->row[i].tries);
        us_json_write_key_int(&writer, "successes", list->row[i].successes);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_key_int(&writer, "cases", plan->case_count);
    us_json_writer_end(&writer, '}');
}

static void write_text(const us_library_list *list, const us_prune_plan *plan, us_str *out)
{
    for (int i = 0; i < list->count; i++) {
        const us_library_behavior *row = &list->row[i];
        if (goes(plan, row->id))
            us_out_add_linef(out, "- %016llx %s: %lld of %lld tries succeeded",
                             (unsigned long long)row->hash, row->name, (long long)row->successes,
                             (long long)row->tries);
    }
}

static us_status print_plan(const us_args *args, us_library *library, const us_prune_plan *plan,
                            us_str *out, us_error *err)
{
    US_AUTO(us_library_list_clear) us_library_list list = {0};
    US_TRY(us_library_list_read(library, &list, err));
    if (us_args_is_given(args, JSON))
        write_json(&list, plan, out);
    else
        write_text(&list, plan, out);
    return US_OK;
}

static us_status prune(const us_args *args, us_library *library, us_prune_plan *plan, us_str *out,
                       us_error *err)
{
    us_prune_def def = {.tries = us_args_int(args, TRIES),
                        .below = (int)us_args_int(args, BELOW),
                        .sure = us_args_is_given(args, SURE),
                        .footprint = us_args_is_given(args, FOOTPRINT)};
    bool dry = us_args_is_given(args, DRY);
    if (!dry)
        US_TRY(us_library_begin(library, err));
    US_TRY(us_prune_plan_make(library, &def, plan, err));
    US_TRY(print_plan(args, library, plan, out, err));
    if (dry)
        return US_OK;
    US_TRY(us_prune_plan_apply(library, plan, err));
    return us_library_commit(library, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    US_AUTO(us_prune_plan_clear) us_prune_plan plan = {0};
    bool rate = us_args_is_given(args, TRIES) || us_args_is_given(args, BELOW);
    if ((rate && !(us_args_is_given(args, TRIES) && us_args_is_given(args, BELOW))) ||
        (us_args_is_given(args, SURE) && !rate) || (!rate && !us_args_is_given(args, FOOTPRINT)))
        return us_error_refuse(
            err, "library prune: expected --tries N with --below PERCENT, or --footprint");
    US_TRY(us_library_handle_open(&opened, args->argument[0],
                                  us_args_is_given(args, DRY) ? US_LIBRARY_READ : US_LIBRARY_WRITE,
                                  us_args_text(args, DOMAIN), err));
    US_AUTOSTR(text);
    us_status status = prune(args, opened.library, &plan, out, err);
    if (status == US_OK) {
        us_str_add_count(&text, plan.behaviors, "behavior and ", "behaviors and ");
        us_str_add_count(&text, plan.case_count, "case", "cases");
        us_str_add(&text, plan.behaviors > 0 ? " of others" : "");
        us_out_log("%s: %s %s", args->argument[0], text.text,
                   us_args_is_given(args, DRY) ? "would go" : "gone");
    } else {
        us_str_reset(out);
    }
    return status;
}

const us_command us_command_library_prune = {
    .name = "library prune",
    .arguments = "LIB",
    .about = "remove behaviors and cases that do not help",
    .more =
        "--tries and --below remove behaviors that failed too often, with their cases. The best\n"
        "behavior of each goal always stays. With --sure, only behaviors go whose rate cannot be\n"
        "chance (IB3's idea). --footprint removes cases if, without them, the same behavior would\n"
        "still answer every stored state. docs/LIBRARY.md defines both.",
    .example = "  understudy library prune lib.db --tries 10 --below 25 --dry-run\n"
               "  understudy library prune lib.db --footprint",
    US_OPTIONS(options),
    .run = run,
};
