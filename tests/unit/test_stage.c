/* Trees without a game: what a timeline says, and the log that comes of it. */
#include "behavior/stage.h"

#include <string.h>

#include "tests/brl_text.h"
#include "tests/unit/test.h"

enum { CYCLES = 12 };

/* "0 T> a> | 1 aS TS": begun, Succeeded, Failed, halted!, suspended(, resumed), pushed+, popped-,
 * refused?, asked*. */
typedef struct teller {
    us_str log;
    us_cycle said;
} teller;

static void on_event(void *context, const us_stage_event *event)
{
    static const char signs[] = ">SF!()+-?*";
    teller *t = context;
    if (event->what == US_STAGE_LINE)
        return;
    const us_node *node =
        event->node_ref.node < 0 ? NULL : &event->template->node[event->node_ref.node];
    const char *name = !node            ? event->template->name
                       : node->label[0] ? node->label
                                        : us_node_kind_row(node->kind)->word;
    if (t->said != event->cycle)
        us_str_addf(&t->log, "%s%d", t->log.length ? " | " : "", (int)event->cycle);
    t->said = event->cycle;
    us_str_addf(&t->log, " %s%c", name, signs[event->what]);
}

/* The item T of the file, until it ends. */
static us_answer play(const char *text, const char *timeline, us_str *log)
{
    us_timeline *script = NULL;
    us_error err = {0};
    us_brl *brl = brl_read(text, NULL);
    const us_template *root = us_brl_find(brl, US_TEMPLATE_TREE, "T");
    REQUIRE(root);
    if (us_timeline_read(brl, root, "timeline", timeline, strlen(timeline), &script, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(script);
    teller t = {.said = -1};
    us_str_init(&t.log);
    us_stage *stage = us_stage_new(&(us_stage_def){
        .brl = brl, .root = root, .timeline = script, .on_event = on_event, .context = &t});
    us_answer answer = US_RUNNING;
    for (int i = 0; i < CYCLES && answer == US_RUNNING; i++)
        answer = us_stage_tick(stage);
    us_str_add(log, t.log.text);
    us_stage_free(stage);
    us_timeline_free(script);
    us_brl_free(brl);
    us_str_clear(&t.log);
    return answer;
}

#define ANGRY  "behavior \"Angry\" is Attack {\ndo x: act stop()\n}\n"
#define CALM   "behavior \"Calm\" is Attack {\ndo y: act stand()\n}\n"
#define BAD    "behavior \"Bad\" achieves DefeatPlayer(player: enemy) {\ndo fail x: act stop()\n}\n"
#define GOOD   "behavior \"Good\" achieves DefeatPlayer(player: enemy) {\ndo y: act stop()\n}\n"
#define T(of)  "tree T {\ndo " of "\n}\n"
#define DEFEAT "g: goal DefeatPlayer(player: enemy)"

static const struct {
    const char *text, *timeline, *log;
} rows[] = {
    /* an event without a cycle comes once something listens */
    {T("monitor {\na: act stop()\non noise -> b: act stand()\n}"), "event noise\nact a: running",
     "0 T> monitor> a> | 1 on> b> | 2 bS onS"},
    /* acts */
    {T("a: act stop()"), "", "0 T> a> | 1 aS TS"},
    {T("retry 2 a: act stop()"), "act a: failure after 2, success after 0",
     "0 T> retry> a> | 2 aF | 3 a> aS retryS TS"},
    {T("timeout 3 a: act stop()"), "act stop: running", "0 T> timeout> a> | 3 a! timeoutF TF"},
    {T("sequence {\na: act stop()\nb: act stop()\n}"),
     "act stop: failure\n0 act b: success\n"
     "act a: success after 2",
     "0 T> sequence> a> | 2 aS b> | 3 bS sequenceS TS"},
    /* goals: one behavior after the other, as often as they may be retried */
    {BAD GOOD T(DEFEAT), "", "0 T> g> Bad> fail> x> | 1 xS failF BadF Good> y> | 2 yS GoodS gS TS"},
    {BAD T(DEFEAT), "", "0 T> g> Bad> fail> x> | 1 xS failF BadF gF TF"},
    {BAD T(DEFEAT), "goal g: \"Bad\", success after 2",
     "0 T> g> Bad> fail> x> | 1 xS failF BadF | 3 gS TS"},
    {BAD T(DEFEAT), "goal g: \"Bad\", \"Bad\", failure after 0",
     "0 T> g> Bad> fail> x> | 1 xS failF BadF Bad> fail> x> | 2 xS failF BadF gF TF"},
    {BAD GOOD T(DEFEAT " retries 1"), "goal g: \"Bad\", \"Good\"",
     "0 T> g> Bad> fail> x> | 1 xS failF BadF gF TF"},
    {BAD T("retry 2 " DEFEAT), "goal DefeatPlayer: failure, success",
     "0 T> retry> g> | 1 gF | 2 g> | 3 gS retryS TS"},
    /* queries: the same line stays, a later one takes over */
    {ANGRY CALM T("q: query Attack()"), "query Attack: \"Calm\", \"Angry\"",
     "0 T> q> Calm> y> | 1 yS CalmS qS TS"},
    {ANGRY CALM T("repeat 3 q: query Attack()"), "query Attack: \"Calm\", success after 0",
     "0 T> repeat> q> Calm> y> | 1 yS CalmS qS | 2 q> qS | 3 q> qS repeatS TS"},
    {ANGRY CALM T("q: query Attack() recheck tick"),
     "query Attack: \"Angry\", \"Calm\"\nact x: success after 3",
     "0 T> q> Angry> x> | 3 xS AngryS qS TS"},
    {ANGRY CALM T("parallel {\nq: query Attack() recheck tick\n"
                  "sequence {\ndelay 1 a: act stop()\nr: query Attack()\n}\n}"),
     "query Attack: \"Angry\", \"Calm\"\nact x: success after 4\nact a: success after 0",
     "0 T> parallel> q> Angry> x> sequence> delay> | 1 a> aS delayS r> Calm> y> | "
     "2 yS CalmS rS sequenceS | 4 xS AngryS qS parallelS TS"},
    {ANGRY CALM T("q: query Attack() recheck tick"),
     "act x: running\n2 query Attack: \"Angry\"\n4 query q: \"Calm\"",
     "0 T> q> Angry> x> | 2 q* | 4 q* x! Angry! Calm> y> | 5 yS CalmS qS TS"},
    {ANGRY T("q: query Attack() recheck tick"), "act x: running\n2 query Attack: failure after 0",
     "0 T> q> Angry> x> | 2 q* x! Angry! qF TF"},
    {ANGRY T("q: query Attack() recheck tick"), "query q: running\n2 query q: \"Angry\"",
     "0 T> q> | 2 q* Angry> x> | 3 xS AngryS qS TS"},
    {ANGRY CALM T("q: query Attack() recheck event"),
     "act x: running\n2 query Attack: \"Calm\"\n4 event attacked",
     "0 T> q> Angry> x> | 4 q* x! Angry! Calm> y> | 5 yS CalmS qS TS"},
    {"slot n: number = 0\nslot m: number = 0\n" ANGRY CALM T(
         "q: query Attack() describe (mood: n) recheck event"),
     "act x: running\n2 query Attack: \"Calm\"\n3 set m = 8\n4 set n = 8",
     "0 T> q> Angry> x> | 4 q* x! Angry! Calm> y> | 5 yS CalmS qS TS"},
    /* what nobody answers fails, as in play */
    {T("q: query Attack()"), "", "0 T> q> qF TF"},
    {T("q: query Attack()"), "query q: success", "0 T> q> | 1 qS TS"},
    {ANGRY CALM T("q: query Attack()"),
     "act x: success after 5\n2 query Attack: \"Calm\"\n4 event attacked",
     "0 T> q> Angry> x> | 5 xS AngryS qS TS"},
    /* what a query passes goes to parameters only, and excludes who takes another kind */
    {"slot alarm: number = 0\n" ANGRY T(
         "sequence {\nq: query Attack(alarm: 3)\nc: check alarm == 0\n}"),
     "", "0 T> sequence> q> Angry> x> | 1 xS AngryS qS c> cS sequenceS TS"},
    {"behavior \"Other\" (n: cell) is Attack {\ndo x: act stop()\n}\n"
     "behavior \"This\" (n: number) is Attack {\ndo sequence {\nc: check n == 3\ny: act "
     "stop()\n"
     "}\n}\n" T("q: query Attack(n: 3)"),
     "", "0 T> q> This> sequence> c> cS y> | 1 yS sequenceS ThisS qS TS"},
    {"behavior \"Other\" (n: cell) is Attack {\ndo x: act stop()\n}\n" T("q: query Attack(n: 3)"),
     "query q: \"Other\"", "0 T> q> qF TF"},
    /* machines tell by which rule they leave a state */
    {T("machine {\nstate calm {\na: act stop()\non attacked -> goto fight\n}\n"
       "state fight {\nb: act stop()\non success -> goto success\n}\n}"),
     "act a: running\n2 event attacked",
     "0 T> machine> state> a> | 2 on> goto> gotoS onS a! state! state> b> | "
     "3 bS on> goto> gotoS onS state! machineS TS"},
    /* hints and scores */
    {T("choose score hint recheck event {\na: act stop()\ncover: act stand()\n}"),
     "act a: running\n3 event cover", "0 T> choose> a> | 3 cover> a! | 4 coverS chooseS TS"},
    {T("choose score q pick argmax recheck tick {\na: act stop()\nb: act stand()\n}"),
     "act stop: running\nact stand: running\nscore a = -3\n2 score a = 4\n4 score b = 5",
     "0 T> choose> b> | 2 a> b! | 4 b> a!"},
    {T("choose score hint recheck event {\na: act stop()\ncover: fail act stand()\n}"),
     "act a: success after 9\nact stand: success after 0\n3 event cover",
     "0 T> choose> a> | 3 cover> act> actS coverF cover? | 9 aS chooseS TS"},
    /* an act that has ended has ended, whatever the choose would take now */
    {"slot n: number = 0\n" T("choose score utility pick argmax recheck event {\n"
                              "option(n) a: act stop()\noption(50) b: act stand()\n}"),
     "act b: success after 3\n3 set n = 80\n3 event attacked",
     "0 T> choose> option> b> | 3 bS optionS chooseS TS"},
    {ANGRY T("choose score similarity pick argmax {\na: act stop()\nq: query Attack()\n}"),
     "score q = 1", "0 T> choose> q> Angry> x> | 1 xS AngryS qS chooseS TS"},
};

TEST(a_timeline_gives_its_log)
{
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        US_AUTOSTR(log);
        us_test_row(rows[i].timeline[0] ? rows[i].timeline : rows[i].text);
        us_str_addf(&text, "brl 1\n%s", rows[i].text);
        play(text.text, rows[i].timeline, &log);
        CHECK_STR(log.text, rows[i].log);
    }
}

TEST(what_would_lie_too_deep_fails)
{
    US_AUTOSTR(log);
    CHECK_INT(play("brl 1\nbehavior \"A\" (n: number) is Attack {\ndo sequence {\ncheck n >= 0\n"
                   "query Attack(n: n + 1)\n}\n}\n" T("query Attack(n: 0)"),
                   "", &log),
              US_FAILURE);
    CHECK_INT(play("brl 1\nbehavior \"A\" is Attack {\ndo query Attack() recheck tick\n}\n" T(
                       "query Attack()"),
                   "", &log),
              US_FAILURE);
}
