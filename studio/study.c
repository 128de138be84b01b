#include "studio/study.h"

#include "base/guard.h"
#include "behavior/keys.h"
#include "learn/learn.h"
#include "studio/background_job.h"
#include "studio/client.h"
#include "traces/label_check.h"
#include "traces/suggest.h"

struct us_study {
    us_background_job *job;
    us_str trace, map, path, text;
    us_seat seat;
    uint32_t version;
    bool suggest;
    us_study_result result; /* the thread's until the job is over */
};

static const char *map_of(const us_study *study)
{
    return study->map.length ? study->map.text : NULL;
}

/* ---- findings */

/* Collects the seat's goals that lacked an end and now have one. */
static void note_endings(us_study *study, const us_annotation *before, const us_annotation *after)
{
    for (int i = 0; i < after->count; i++) {
        const us_goal_instance *goal = &after->goal[i];
        if (goal->seat == study->seat && before->goal[i].closed < 0 && goal->closed >= 0)
            US_LIST_PUT(study->result.ending,
                        ((us_goal_ending){goal->id, goal->closed, goal->achieved}));
    }
}

static us_status parse(const us_study *study, const us_domain *domain, us_annotation **out,
                       us_error *err)
{
    return us_annotation_parse(study->path.text, study->text.text, study->text.length, domain, NULL,
                               out, err);
}

static void check(us_study *study)
{
    us_study_result *result = &study->result;
    US_AUTOPTR(us_review) course = NULL;
    US_AUTOPTR(us_annotation) before = NULL;
    US_AUTOPTR(us_annotation) after = NULL;
    us_status status =
        us_review_open(study->trace.text, map_of(study), &course, &result->unchecked);
    if (status == US_OK)
        status = parse(study, course->domain, &before, &result->unchecked);
    if (status == US_OK)
        status = parse(study, course->domain, &after, &result->unchecked);
    if (status == US_OK)
        status =
            us_annotation_check(after, course, study->trace.text, map_of(study), &result->findings,
                                us_background_job_is_unwanted, &result->unchecked);
    if (status == US_OK)
        note_endings(study, before, after);
}

/* ---- behaviors */

static uint32_t instance_of(const us_template *template)
{
    const us_case *first = template->cases;
    const us_entry *entry =
        template->case_count ? us_case_find_entry(first, US_KEY_INSTANCE) : NULL;
    int64_t id = entry && entry->count > 0 ? us_entry_number(entry, 0) : 0;
    return id > 0 && id <= UINT32_MAX ? (uint32_t)id : 0;
}

static char *goal_text(const us_template *template)
{
    us_str text;
    us_str_init(&text);
    us_template_print_goal(template, &text);
    return us_str_detach(&text);
}

static void take_behaviors(us_study_result *result, const us_learn_result *learned)
{
    size_t bytes = 0;
    result->behaviors = learned->brl->count;
    result->unlabeled = learned->unlabeled;
    for (int i = 0; i < learned->brl->count; i++) {
        const us_template *template = learned->brl->item[i];
        us_str text;
        result->cases += template->case_count;
        if (i >= US_STUDY_BEHAVIORS_MAX || bytes > US_STUDY_BYTES_MAX)
            continue;
        us_str_init(&text);
        us_template_print_body(template, template->name, &text);
        bytes += text.length;
        us_studied_behavior made = {.instance = instance_of(template),
                                    .name = us_mem_strdup(template->name),
                                    .goal = goal_text(template),
                                    .text = us_str_detach(&text),
                                    .cases = template->case_count};
        US_LIST_PUT(result->behavior, made);
    }
}

/* Learns without unlabeled orders, since labels are studied while they grow. */
static void learn(us_study *study)
{
    us_study_result *result = &study->result;
    us_learn_def def = us_learn_def_default();
    US_AUTO(us_learn_result_clear) us_learn_result learned = {0};
    def.annotation = study->path.text;
    def.map = map_of(study);
    def.labels = study->text.text;
    def.seat = study->seat;
    def.skip_unlabeled = true;
    def.pass = true;
    def.stop = us_background_job_is_unwanted;
    if (us_learn_run(study->trace.text, &def, &learned, &result->unlearned) != US_OK)
        return;
    result->withheld = learned.withheld;
    if (learned.taken == 0)
        us_error_refuse(&result->unlearned,
                        "all goals of this seat are suggestions: accept those that are right");
    take_behaviors(result, &learned);
    result->warnings = learned.remarks;
    learned.remarks = (us_remarks){0};
}

/* ---- suggestions */

static void suggest(us_study *study)
{
    us_study_result *result = &study->result;
    US_AUTOPTR(us_review) course = NULL;
    US_AUTOPTR(us_annotation) made = NULL;
    US_AUTOPTR(us_annotation) all = NULL;
    const char *trace = study->trace.text;
    us_status status = us_review_open(trace, map_of(study), &course, &result->failed);
    if (status == US_OK)
        status = parse(study, course->domain, &all, &result->failed);
    if (status == US_OK) {
        made = us_annotation_new(course->domain);
        status = us_suggestions_make(course, trace, map_of(study), study->seat, made,
                                     us_background_job_is_unwanted, &result->failed);
    }
    if (status == US_OK) {
        us_str text;
        us_str_init(&text);
        result->added = us_suggestions_replace(all, course, study->seat, made);
        us_annotation_write(all, &text);
        result->text = us_str_detach(&text);
    }
}

/* ---- the thread */

static void look(void *context)
{
    us_study *study = context;
    if (study->suggest) {
        suggest(study);
    } else {
        check(study);
        if (!us_background_job_is_unwanted())
            learn(study);
        else
            us_error_set(&study->result.unlearned, US_INTERRUPTED, NULL, 0, 0, "it took too long");
    }
}

static void work(void *context)
{
    us_study *study = context;
    us_study_result *result = &study->result;
    if (us_guard_run(look, study))
        return;
    us_client_fail_memory(study->suggest ? &result->failed : &result->unlearned);
    if (!study->suggest && result->unchecked.status == US_OK)
        us_client_fail_memory(&result->unchecked);
}

static void drop(void *context)
{
    US_AUTOFREE us_study *study = context;
    us_study_result *result = &study->result;
    for (int i = 0; i < result->behavior.count; i++) {
        us_mem_free(result->behavior.item[i].name);
        us_mem_free(result->behavior.item[i].goal);
        us_mem_free(result->behavior.item[i].text);
    }
    us_mem_free(result->behavior.item);
    us_mem_free(result->ending.item);
    us_mem_free(result->text);
    us_remarks_clear(&result->findings);
    us_remarks_clear(&result->warnings);
    us_str_clear(&study->trace);
    us_str_clear(&study->map);
    us_str_clear(&study->path);
    us_str_clear(&study->text);
}

us_status us_study_begin(const us_editing *editing, bool suggests, us_study **out, us_error *err)
{
    US_WHOLE;
    us_study *study = US_NEW(us_study);
    us_str_init(&study->trace);
    us_str_init(&study->map);
    us_str_init(&study->path);
    us_str_init(&study->text);
    us_str_add(&study->trace, editing->trace.text);
    us_str_add(&study->map, editing->map.text);
    us_str_add(&study->path, editing->path.text);
    us_str_add(&study->text, us_editing_text(editing));
    study->seat = editing->seat;
    study->version = editing->version;
    study->suggest = suggests;
    us_background_job *job;
    us_status status = us_background_job_begin(work, drop, study, US_STUDY_LONGEST, &job, err);
    if (status != US_OK) {
        drop(study);
        return status;
    }
    study->job = job;
    *out = study;
    return US_OK;
}

bool us_study_is_over(const us_study *study)
{
    return us_background_job_is_over(study->job);
}

void us_study_stop(us_study *study)
{
    us_background_job_stop(study->job);
}

const us_study_result *us_study_get_result(const us_study *study)
{
    us_assert(us_study_is_over(study));
    return us_background_job_is_stopped(study->job) ? NULL : &study->result;
}

bool us_study_is_for_suggestions(const us_study *study)
{
    return study->suggest;
}

uint32_t us_study_version(const us_study *study)
{
    return study->version;
}

void us_study_free(us_study *study)
{
    if (study)
        us_background_job_release(study->job);
}
