/* Any bytes as a trace: records, or an error with a place; a cut changes nothing before it. Plan
 * lines, whatever they tell, give a tree whose nodes are all met. */
#include "traces/plan_tree.h"
#include "traces/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char domain_text[] =
    "{\"domain\": \"small\", \"cycles_per_second\": 10,\n"
    " \"factions\": {\"red\": \"the one\"}, \"resources\": {\"ore\": \"from rocks\"},\n"
    " \"counters\": {\"kills\": \"enemies killed\"}, \"movements\": {\"land\": \"on foot\"},\n"
    " \"statuses\": {\"idle\": \"nothing to do\"}, \"roles\": {\"worker\": \"works\"},\n"
    " \"attributes\": [{\"name\": \"hit_points\", \"low\": 0, \"high\": 100}],\n"
    " \"terrains\": [{\"name\": \"plain\", \"symbol\": \".\", \"passable\": [\"land\"]}],\n"
    " \"actions\": [\n"
    "  {\"name\": \"go\", \"by\": [\"worker\"], \"group\": true, \"params\": {\"cell\": "
    "\"cell\"},\n"
    "   \"effects\": [{\"effect\": \"move\"}], \"patience\": 30},\n"
    "  {\"name\": \"give\", \"by\": [\"worker\"], \"patience\": 60,\n"
    "   \"params\": {\"to\": \"seat\", \"what\": \"resource\", \"much\": \"number\"}},\n"
    "  {\"name\": \"make\", \"by\": [\"worker\"], \"patience\": 60,\n"
    "   \"params\": {\"type\": \"type\", \"at\": \"entity\"}}],\n"
    " \"types\": [{\"name\": \"hand\", \"kind\": \"unit\", \"size\": [1, 1], \"movement\": "
    "\"land\",\n"
    "   \"roles\": [\"worker\"], \"attributes\": {\"hit_points\": 5}}]}\n";

/* What was read may be written, and counts on no other line. */
static void add_note(us_plans *plans, const us_note *note)
{
    us_error err = {0};
    us_json_writer writer;
    us_str text;
    us_assert(us_note_is_valid(note));
    us_str_init(&text);
    us_json_writer_init(&writer, &text);
    us_json_write_open(&writer, '{');
    us_note_write(note, &writer);
    us_json_write_close(&writer, '}');
    us_str_clear(&text);
    if (us_plan_tree_add(&plans->plan[note->seat], note, &err) != US_OK)
        us_assert(err.text[0]);
}

static void check_plans(us_plans *plans)
{
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        const us_plan_tree *plan = &plans->plan[seat];
        int met = 0, open = 0;
        for (int at = us_plan_tree_next(plan, US_PLAN_NONE, true); at != US_PLAN_NONE;
             at = us_plan_tree_next(plan, at, true)) {
            us_assert(plan->node && us_plan_tree_find(plan, plan->node[at].number) == at);
            open += !plan->node[at].over;
            met++;
        }
        us_assert(met == plan->count && open == plan->open);
        us_plan_sums sums = us_plan_tree_summarize(plan);
        us_mem_free(sums.sum);
    }
    us_plans_clear(plans);
}

static int read_all(const char *text, size_t size, us_status *status, us_error *err)
{
    static us_domain *domain;
    us_trace *trace = NULL;
    us_trace_record record = {.kind = US_TRACE_ORDER};
    us_cycle last = 0;
    int count = 0;
    us_plans plans = {.notes = 0};
    if (!domain)
        us_assert(us_domain_parse("small", domain_text, sizeof domain_text - 1, &domain, NULL) ==
                  US_OK);
    *status = us_trace_open_text("fuzz", text, size, &trace, err);
    if (*status != US_OK)
        return 0;
    const us_trace_header *header = us_trace_get_header(trace);
    us_assert(header->seats >= 1 && header->seats <= US_SEATS_MAX && header->max_cycles > 0);
    if (us_text_equal(header->domain, "small")) {
        us_trace_set_domain(trace, domain);
        while ((*status = us_trace_next(trace, &record, err)) == US_OK &&
               record.kind != US_TRACE_STOP) {
            /* Only lines of newer programs are passed over. */
            count++;
            us_assert(record.cycle >= last && record.line > count &&
                      (record.line == count + 1 || header->minor > US_TRACE_MINOR));
            us_assert(
                record.kind != US_TRACE_ORDER ||
                (record.order.action < domain->action_count && record.order.seat < header->seats));
            last = record.cycle;
            if (record.kind == US_TRACE_NOTE || record.kind == US_TRACE_SQUAD)
                add_note(&plans, &record.note);
        }
    }
    check_plans(&plans);
    us_trace_close(trace);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    us_error err = {0}, half_err = {0};
    us_status status, half;
    int count = read_all(text, size, &status, &err);
    us_assert(status == US_OK || (status == US_BAD_INPUT && err.text[0] && err.line > 0));
    int fewer = read_all(text, size / 2, &half, &half_err);
    /* A line that is whole but for its newline counts, and may be the one that goes on wrongly. */
    us_assert(fewer <= count + (status != US_OK));
    us_assert(half == US_OK || status != US_OK || fewer == 0);
    return 0;
}
