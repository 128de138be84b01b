#include "learn/learn.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "understudy/learn.h"

enum {
    OUT,
    ANNOTATION,
    SEAT,
    SUGGESTED,
    LEARNER,
    LITERAL,
    CONDITIONS,
    RELAX,
    UNLABELED,
    MAP,
    JSON
};

static const us_option options[] = {
    [OUT] = {"-o", "LIB", "the library to make or add to", .needed = true},
    [ANNOTATION] = {"--annotation", "FILE",
                    "annotation of the only trace; else NAME.goals.json beside it"},
    [SEAT] = {"--seat", "N|all",
              "the seat to learn from; else all seats with goals that did not lose", 0,
              US_SEATS_MAX - 1, .word = "all"},
    [SUGGESTED] = {"--suggested", NULL, "also learn from suggestions that are not accepted"},
    [LEARNER] = {"--learner", "NAME", "the way to learn; see Learners above", .preset = "goals"},
    [LITERAL] = {"--literal", NULL, "keep orders as they were given, with ids and cells"},
    [CONDITIONS] = {"--conditions", "on|off", "infer preconditions and alive-conditions",
                    .preset = "on"},
    [RELAX] = {"--relax", NULL, "order steps only by their dependencies"},
    [UNLABELED] = {"--unlabeled", "error|skip", "what to do if orders have no goal",
                   .preset = "error"},
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [JSON] = {"--json", NULL, "print what was learned and added as one JSON object"},
};

/* Reads one of two words. *out: true for the first. */
static us_status take_choice(const us_args *args, int option, const char *yes, const char *no,
                             bool *out, us_error *err)
{
    const char *text = us_args_text(args, option);
    if (!us_text_equal(text, yes) && !us_text_equal(text, no))
        return us_error_refuse(err, "learn: %s: expected %s or %s, found \"%.64s\"",
                               options[option].name, yes, no, text);
    *out = us_text_equal(text, yes);
    return US_OK;
}

static us_status take_def(const us_args *args, us_learn_def *def, us_error *err)
{
    bool strict = false;
    *def = us_learn_def_default();
    def->annotation = us_args_text(args, ANNOTATION);
    def->map = us_args_text(args, MAP);
    if (us_args_is_given(args, SEAT))
        def->seat = us_args_int(args, SEAT) < 0 ? US_LEARN_ALL : (int)us_args_int(args, SEAT);
    def->suggested = us_args_is_given(args, SUGGESTED);
    def->pass = true;
    def->learner = us_args_text(args, LEARNER);
    def->literal = us_args_is_given(args, LITERAL);
    def->relax = us_args_is_given(args, RELAX);
    def->stop = us_interrupt_is_pending;
    US_TRY(take_choice(args, CONDITIONS, "on", "off", &def->conditions, err));
    US_TRY(take_choice(args, UNLABELED, "error", "skip", &strict, err));
    def->skip_unlabeled = !strict;
    if (def->annotation && args->count > 1)
        return us_error_refuse(err, "learn: --annotation: expected one trace, found %d",
                               args->count);
    return US_OK;
}

/* ---- output */

typedef struct learning {
    const us_args *args;
    int64_t behaviors, cases; /* learned */
    us_str text;              /* rows, as text or JSON */
    us_json_writer json;
} learning;

static void print_seats(learning *l, const char *trace, const us_learn_result *learned)
{
    US_AUTOSTR(line);
    for (us_seat seat = 0; seat < learned->log.header->seats; seat++) {
        us_str_add(&line, "  ");
        us_learn_result_print_seat(learned, seat, trace, &us_learn_options, &line);
        us_out_add_line(&l->text, &line);
    }
}

static void write_seats(us_json_writer *json, const us_learn_result *learned)
{
    us_json_write_key_open(json, "seats", '[');
    for (us_seat i = 0; i < learned->log.header->seats; i++) {
        const us_learn_result_seat *seat = &learned->seat[i];
        us_json_write_open(json, '{');
        us_json_write_key_int(json, "seat", i);
        us_json_write_key_string(json, "player", learned->log.header->seat[i].player);
        us_json_write_key_string(json, "game", us_fate_name(seat->fate));
        us_json_write_key_string(json, "use", us_seat_use_name(seat->use));
        us_json_write_key_int(json, "goals", seat->goals);
        us_json_write_key_int(json, "withheld", seat->withheld);
        us_json_write_close(json, '}');
    }
    us_json_write_close(json, ']');
}

static void print_learned(learning *l, const char *trace, const us_learn_result *learned,
                          int64_t cases)
{
    if (us_args_is_given(l->args, JSON)) {
        us_json_write_open(&l->json, '{');
        us_json_write_key_string(&l->json, "trace", trace);
        us_json_write_key_int(&l->json, "orders", learned->orders);
        us_json_write_key_int(&l->json, "unlabeled", learned->unlabeled);
        us_json_write_key_int(&l->json, "earlier", learned->earlier);
        us_json_write_key_int(&l->json, "goals", learned->goals);
        us_json_write_key_int(&l->json, "foreign", learned->foreign);
        us_json_write_key_int(&l->json, "suggested", learned->suggested);
        us_json_write_key_int(&l->json, "withheld", learned->withheld);
        us_json_write_key_int(&l->json, "unreached", learned->unreached);
        us_json_write_key_bool(&l->json, "literal", learned->literal);
        us_json_write_key_bool(&l->json, "features", learned->seen);
        us_json_write_key_int(&l->json, "behaviors", learned->brl->count);
        us_json_write_key_int(&l->json, "cases", cases);
        us_json_write_key_open(&l->json, "warnings", '[');
        for (int i = 0; i < learned->remarks.count; i++)
            us_json_write_string(&l->json, learned->remarks.remark[i].text);
        us_json_write_close(&l->json, ']');
        write_seats(&l->json, learned);
        us_json_write_close(&l->json, '}');
        return;
    }
    US_AUTOSTR(line);
    us_str_addf(&line, "%s: ", trace);
    us_str_add_count(&line, learned->brl->count, "behavior with ", "behaviors with ");
    us_str_add_count(&line, cases, "case, of ", "cases, of ");
    us_str_add_count(&line, learned->orders, "order and ", "orders and ");
    us_str_add_count(&line, learned->goals, "goal", "goals");
    if (learned->unlabeled > 0)
        us_str_addf(&line, "; %d order%s without a goal %s left out", learned->unlabeled,
                    learned->unlabeled == 1 ? "" : "s", learned->unlabeled == 1 ? "was" : "were");
    if (learned->earlier > 0)
        us_str_addf(&line, "; %d order%s from before a seat was taken over %s left out",
                    learned->earlier, learned->earlier == 1 ? "" : "s",
                    learned->earlier == 1 ? "was" : "were");
    if (learned->suggested > 0)
        us_str_addf(&line, "; %d of the goals %s", learned->suggested,
                    learned->suggested == 1 ? "is a suggestion" : "are suggestions");
    if (learned->unreached > 0)
        us_str_addf(&line, "; %d of the goals %s not reached", learned->unreached,
                    learned->unreached == 1 ? "was" : "were");
    us_out_add_line(&l->text, &line);
    print_seats(l, trace, learned);
}

static void on_learned(void *context, const char *trace, const us_learn_result *learned)
{
    learning *l = context;
    int64_t cases = 0;
    for (int i = 0; i < learned->brl->count; i++)
        cases += learned->brl->item[i]->case_count;
    for (int i = 0; i < learned->remarks.count; i++)
        us_out_log("%s: warning: %s", trace, learned->remarks.remark[i].text);
    print_learned(l, trace, learned, cases);
    l->behaviors += learned->brl->count;
    l->cases += cases;
}

static void print_end(learning *l, const us_library_added *added, us_str *out)
{
    const char *path = us_args_text(l->args, OUT);
    if (us_args_is_given(l->args, JSON)) {
        us_json_write_close(&l->json, ']');
        us_json_write_key_int(&l->json, "behaviors", l->behaviors);
        us_json_write_key_int(&l->json, "cases", l->cases);
        us_json_write_key_open(&l->json, "added", '{');
        us_json_write_key_int(&l->json, "behaviors", added->behaviors);
        us_json_write_key_int(&l->json, "cases", added->cases);
        us_json_write_key_int(&l->json, "origins", added->origins);
        us_json_write_close(&l->json, '}');
        us_json_write_close(&l->json, '}');
        us_str_add_bytes(out, l->text.text, l->text.length);
        us_str_add_char(out, '\n');
        return;
    }
    us_str_add_bytes(out, l->text.text, l->text.length);
    us_library_added_log(path, added);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    learning l = {.args = args};
    us_learn_listener listener = {.context = &l, .on_learned = on_learned};
    us_learn_def def;
    US_TRY(take_def(args, &def, err));
    us_str_init(&l.text);
    us_json_writer_init(&l.json, &l.text);
    if (us_args_is_given(args, JSON)) {
        us_json_write_open(&l.json, '{');
        us_json_write_key_string(&l.json, "library", us_args_text(args, OUT));
        us_json_write_key_open(&l.json, "traces", '[');
    }
    us_status status = us_learn_to_library(args->argument, args->count, &def,
                                           us_args_text(args, OUT), &listener, err);
    if (status == US_OK)
        print_end(&l, &listener.added, out);
    us_str_clear(&l.text);
    return status;
}

static void list_learners(us_str *out)
{
    us_str_add(out, "\nLearners\n");
    for (int i = 0; i < us_learner_count(); i++)
        us_str_addf(out, "  %-20s %s\n", us_learner_name(i), us_learner_about(i));
}

const us_command us_command_learn = {
    .name = "learn",
    .arguments = "TRACE...",
    .about = "learn behaviors from labeled demonstrations",
    .more =
        "Each goal of a trace's annotation becomes a behavior: its orders and subgoals, in the\n"
        "order of time, with the states in which it was pursued. Either all behaviors go into the\n"
        "library, or none; learn creates a missing library. Behaviors that the library holds\n"
        "already are not added again. So fewer may be added than were learned: the same behavior\n"
        "in two traces, or of two goals of one trace, is stored once.\n\n"
        "A line for each seat shows whether it is taken, and why not. Without --seat, a seat that\n"
        "lost its game is left out; a game without a winner has no loser. Suggestions of annotate\n"
        "--auto and of the studio are left out until they are accepted (annotate --accept),\n"
        "unless --suggested is given. A trace with nothing to learn from is skipped; if all are,\n"
        "that is an error.",
    .lists = list_learners,
    .example = "  understudy game play open-1 --p0 expert:rush --p1 ai:boom --trace demo.jsonl\n"
               "  understudy learn demo.jsonl -o lib.db\n"
               "  understudy library show lib.db",
    US_OPTIONS(options),
    .run = run,
};
