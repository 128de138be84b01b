#include "learn/learn.h"

#include <string.h>

#include "base/file.h"
#include "behavior/build.h"
#include "learn/goal_episode.h"
#include "learn/learner.h"
#include "traces/label_tree.h"

/* ---- learners */

static const us_learner *const learners[] = {
    &us_learner_goals,
    &us_learner_time,
    &us_learner_orders,
};

int us_learner_count(void)
{
    return US_COUNT(learners);
}

static const us_learner *learner_at(int index)
{
    us_assert(index >= 0 && index < US_COUNT(learners));
    return learners[index];
}

const char *us_learner_name(int index)
{
    return learner_at(index)->name;
}

const char *us_learner_about(int index)
{
    return learner_at(index)->about;
}

static const us_learner *find_learner(const char *name)
{
    for (int i = 0; i < US_COUNT(learners); i++)
        if (us_text_equal(learners[i]->name, name))
            return learners[i];
    return NULL;
}

us_learn_def us_learn_def_default(void)
{
    return (us_learn_def){.seat = US_LEARN_UNBEATEN,
                          .learner = us_learner_name(0),
                          .words = &us_learn_options,
                          .conditions = true};
}

void us_learn_result_clear(us_learn_result *learned)
{
    us_brl_free(learned->brl);
    us_remarks_clear(&learned->remarks);
    us_log_clear(&learned->log);
    *learned = (us_learn_result){.brl = NULL};
}

/* ---- labels and worlds */

static us_status load_labels(const us_demo *demo, us_annotation **out, us_error *err)
{
    const us_domain *domain = demo->log->domain;
    const char *text = demo->def->labels;
    if (!demo->def->annotation && !text)
        US_TRY(us_annotation_check_file(domain, demo->file, demo->labels, err));
    if (text)
        US_TRY(us_annotation_parse(demo->labels, text, strlen(text), domain, NULL, out, err));
    else
        US_TRY(us_annotation_load(demo->labels, domain, NULL, out, err));
    int seat = demo->def->seat >= 0 ? demo->def->seat : -1;
    us_status status = us_annotation_check_fit(*out, demo->log, demo->labels, seat, err);
    if (status != US_OK)
        us_annotation_free(*out);
    return status;
}

/* Checks that the game, played again, takes the recorded course; else it would teach things that
 * were never shown. Without fog stored states show the same, so they do instead: then the check
 * comes before learning. Otherwise it comes afterwards, so that the game is played once. */
static us_status verify_worlds(us_demo *demo, us_worlds *worlds, us_error *err)
{
    us_error fault;
    us_status status = us_worlds_verify(worlds, demo->log->cycles + 1, &fault);
    if (status == US_OK)
        return US_OK;
    if (status == US_MISMATCH && us_worlds_states(worlds) && !demo->log->header->fog) {
        us_remarks_add(&demo->out->remarks, false, 0, 0,
                       "learned from the states stored beside it: line %d: %s", fault.line,
                       fault.text);
        return US_OK;
    }
    if (err)
        *err = fault;
    return status;
}

/* Opens the worlds. Without known worlds out->literal is set, if it was asked for or the trace is
 * another program's; else that is an error. */
static us_status open_worlds(us_demo *demo, us_error *err)
{
    char why[sizeof(us_error)];
    us_worlds *worlds = NULL;
    us_learn_result *out = demo->out;
    US_TRY(us_worlds_open(demo->log, demo->file, &worlds, err));
    const char *lacks = NULL;
    if (!demo->log->scenario && !us_worlds_states(worlds))
        lacks = "no states are stored beside the trace";
    else if (!demo->log->scenario && demo->log->header->fog)
        lacks = "nobody knows what a player saw in fog";
    if (lacks)
        us_error_print(&demo->log->why, why, sizeof(why));
    /* A game of another program can't be played again; a game of this one lacks something. */
    if (lacks && !out->literal && !demo->log->header->source[0]) {
        us_worlds_close(worlds);
        return us_error_set(err, demo->log->why.status, NULL, 0, 0,
                            "%s, and it can't be played again: %s; --literal learns without", lacks,
                            why);
    }
    if (lacks) {
        us_remarks_add(&out->remarks, false, 0, 0,
                       "behaviors have no features, and orders stay as they were given, as with "
                       "--literal: %s, and it can't be played again: %s",
                       lacks, why);
        out->literal = true;
        us_worlds_close(worlds);
        worlds = NULL;
    } else if (!demo->log->scenario && !demo->log->header->source[0] &&
               !demo->log->header->left_out) {
        us_remarks_add(&out->remarks, false, 0, 0, "learned from the states stored beside it: %s",
                       us_error_print(&demo->log->why, why, sizeof(why)));
    }
    demo->worlds = worlds;
    if (!worlds)
        return US_OK;
    us_worlds_set_stop(worlds, demo->def->stop);
    return us_worlds_states(worlds) ? verify_worlds(demo, worlds, err) : US_OK;
}

/* ---- orders that the domain has no words for */

enum { KINDS_TOLD = 8 };

typedef struct foreign_kind {
    const char *action;
    int count;
} foreign_kind;

/* Lists actions by their first appearance: "board 3, unload 1". Returns the number of orders. */
static int list_foreign(const us_log *log, us_seat seat, us_str *out)
{
    foreign_kind kind[KINDS_TOLD];
    int count = 0, kinds = 0, others = 0;
    for (int i = 0; i < log->foreign_count; i++) {
        const char *action = log->foreign[i].action;
        int at = 0;
        if (log->foreign[i].seat != seat)
            continue;
        count++;
        while (at < kinds && !us_text_equal(kind[at].action, action))
            at++;
        if (at == KINDS_TOLD) {
            others++;
            continue;
        }
        if (at == kinds)
            kind[kinds++] = (foreign_kind){action, 0};
        kind[at].count++;
    }
    for (int i = 0; i < kinds; i++)
        us_str_addf(out, "%s%s %d", i ? ", " : "", kind[i].action, kind[i].count);
    if (others > 0)
        us_str_addf(out, " and %d others", others);
    return count;
}

static void warn_foreign(const us_demo *demo, us_seat seat)
{
    US_AUTOSTR(kinds);
    int count = list_foreign(demo->log, seat, &kinds);
    demo->out->foreign += count;
    if (count > 0)
        us_remarks_add(&demo->out->remarks, false, 0, 0,
                       "seat %d: %d orders are lost, for which \"%.32s\" has no words: %s", seat,
                       count, demo->log->domain->name, kinds.text);
}

/* ---- orders from before a seat was taken over */

static void count_earlier(const us_demo *demo, us_seat seat)
{
    const us_log *log = demo->log;
    for (int i = 0; i < log->orders.count; i++)
        demo->out->earlier += log->orders.order[i].seat == seat && us_log_is_earlier(log, i);
    for (int i = 0; i < demo->annotation->count; i++) {
        const us_goal_instance *goal = &demo->annotation->goal[i];
        int held = goal->seat == seat ? us_goal_instance_count_earlier(log, goal) : 0;
        if (held > 0)
            us_remarks_add(&demo->out->remarks, false, goal->line, 0,
                           "goal %u of seat %d: %d of its orders were given before the seat was "
                           "taken over at cycle %d: another player's, they are left out",
                           (unsigned)goal->id, seat, held, (int)log->header->seat[seat].since);
    }
}

/* ---- seat by seat */

static us_status learn_seats(const us_demo *demo, const us_learner *learner, us_error *err)
{
    for (us_seat seat = 0; seat < demo->log->header->seats; seat++) {
        int goals = 0;
        if (demo->out->seat[seat].use != US_SEAT_TAKEN)
            continue;
        for (int i = 0; i < demo->annotation->count; i++) {
            bool own = demo->annotation->goal[i].seat == seat;
            goals += own;
            demo->out->suggested += own && demo->annotation->goal[i].suggested;
            demo->out->unreached += own && us_goal_instance_result(&demo->annotation->goal[i]) == 0;
        }
        demo->out->goals += goals;
        warn_foreign(demo, seat);
        count_earlier(demo, seat);
        US_TRY(learner->learn(demo, learner, seat, err));
    }
    return US_OK;
}

/* Warns of wrong parents. Learning goes on, since the nesting comes from the orders. */
static void warn_parents(const us_demo *demo)
{
    us_label_tree tree;
    us_label_tree_init(&tree, demo->annotation);
    for (int i = 0; i < tree.count; i++) {
        const us_goal_instance *goal = &demo->annotation->goal[i];
        bool taken = demo->out->seat[goal->seat].use == US_SEAT_TAKEN;
        if (taken && (tree.place[i].lost || tree.place[i].circle))
            us_remarks_add(&demo->out->remarks, false, 0, 0,
                           "goal %u of seat %d: its parent %u %s; annotate --check names all that "
                           "is wrong",
                           (unsigned)goal->id, goal->seat, (unsigned)goal->parent,
                           tree.place[i].lost ? "is not there" : "stands below it");
    }
    us_label_tree_clear(&tree);
}

static us_status learn_labeled(us_demo *demo, const us_learner *learner, us_annotation *annotation,
                               us_error *err)
{
    us_seats_choose(demo->log, demo->def, annotation, demo->out);
    if (demo->out->taken == 0)
        return demo->def->pass
                   ? US_OK
                   : us_learn_result_fail_empty(demo->out, demo->file, demo->def->words, err);
    warn_parents(demo);
    demo->hash = demo->def->hash;
    if (demo->hash == 0)
        US_TRY(us_file_hash(demo->file, &demo->hash, err));
    US_TRY(open_worlds(demo, err));
    us_error fault;
    us_status status = learn_seats(demo, learner, &fault);
    if (status != US_INTERRUPTED && demo->worlds) /* another course may be the cause of the fault */
        US_TRY(verify_worlds(demo, demo->worlds, err));
    if (status != US_OK && err)
        *err = fault;
    return status;
}

static us_status learn_demo(us_demo *demo, const us_learner *learner, us_error *err)
{
    us_annotation *annotation = NULL;
    US_TRY(load_labels(demo, &annotation, err));
    demo->annotation = annotation;
    us_status status = learn_labeled(demo, learner, annotation, err);
    us_worlds_close(demo->worlds);
    us_annotation_free(annotation);
    return status;
}

static us_status no_learner(const char *name, us_error *err)
{
    US_AUTOSTR(all);
    for (int i = 0; i < us_learner_count(); i++)
        us_str_addf(&all, "%s%s", i ? ", " : "", us_learner_name(i));
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "there is no learner \"%.64s\"; expected one of: %s", name, all.text);
}

/* A file that shares no slots. */
static us_brl *new_file(const us_domain *domain, const char *name)
{
    us_faults faults = {0};
    us_builder *builder = us_builder_new(domain, US_TEMPLATE_TREE, "shared", NULL, &faults);
    us_brl *brl = us_brl_new(domain, name, us_builder_finish(builder));
    us_faults_clear(&faults);
    return brl;
}

/* Learned behaviors call no trees: linking finds no faults. */
static void link_file(us_brl *brl)
{
    us_faults faults = {0};
    us_brl_link(brl, &faults);
    us_assert(faults.count == 0);
    us_faults_clear(&faults);
}

us_status us_learn_run(const char *trace, const us_learn_def *def, us_learn_result *out,
                       us_error *err)
{
    us_learn_result made = {.literal = def->literal};
    const us_learner *learner = find_learner(def->learner);
    if (!learner)
        return no_learner(def->learner, err);
    US_TRY(us_log_read(&made.log, trace, def->map, err));
    us_str labels;
    us_str_init(&labels);
    if (def->annotation)
        us_str_add(&labels, def->annotation);
    else
        us_annotation_path(trace, &labels);
    const char *slash = strrchr(trace, '/');
    us_demo demo = {.name = def->name ? def->name
                            : slash   ? slash + 1
                                      : trace,
                    .file = trace,
                    .labels = labels.text,
                    .log = &made.log,
                    .def = def,
                    .out = &made};
    made.brl = new_file(made.log.domain, demo.name);
    us_status status = US_OK;
    if (def->map && !made.log.scenario) { /* a map that is given must be the right one */
        status = made.log.why.status;
        if (err)
            *err = made.log.why;
    } else {
        status = learn_demo(&demo, learner, err);
    }
    us_str_clear(&labels);
    if (status != US_OK) {
        us_learn_result_clear(&made);
        return status;
    }
    link_file(made.brl);
    *out = made;
    return US_OK;
}
