#include "studio/async_request.h"
#include "studio/background_job.h"
#include "studio/client.h"
#include "studio/experiment.h"
#include "studio/library_page.h"

/* Libraries and experiments are files of any size, so async requests answer all these verbs. */

/* ---- libraries */

static us_status answer_list(const us_folders *folders, const us_json_node *message,
                             us_json_writer *ok, us_error *err)
{
    US_AUTOSTR(path);
    US_TRY(us_folders_find_member(folders, message, "file", false, &path, err));
    return us_library_page_write_list(path.text, ok, err);
}

static us_status answer_stories(const us_folders *folders, const us_json_node *message,
                                us_json_writer *ok, us_error *err)
{
    US_AUTOSTR(path);
    US_TRY(us_folders_find_member(folders, message, "file", false, &path, err));
    return us_library_page_write_stories(path.text, ok, err);
}

static us_status need_hash(const us_json_node *message, us_hash *out, us_error *err)
{
    const char *text;
    US_TRY(us_json_require_string(message, "hash", &text, err));
    return us_hash_parse(text, out)
               ? US_OK
               : us_json_reject(us_json_find(message, "hash"), err, "16 hex digits of a behavior");
}

static us_status answer_behavior(const us_folders *folders, const us_json_node *message,
                                 us_json_writer *ok, us_error *err)
{
    us_hash hash;
    US_TRY(need_hash(message, &hash, err));
    US_AUTOSTR(path);
    US_TRY(us_folders_find_member(folders, message, "file", false, &path, err));
    return us_library_page_write_behavior(folders, path.text, hash, ok, err);
}

static us_status answer_diff(const us_folders *folders, const us_json_node *message,
                             us_json_writer *ok, us_error *err)
{
    US_AUTOSTR(a);
    US_AUTOSTR(b);
    US_TRY(us_folders_find_member(folders, message, "a", false, &a, err));
    US_TRY(us_folders_find_member(folders, message, "b", false, &b, err));
    return us_library_page_write_diff(folders, (const char *const[2]){a.text, b.text}, ok, err);
}

/* ---- experiments */

static us_status find_study(const us_folders *folders, const us_json_node *message, bool write,
                            us_str *folder, us_error *err)
{
    const char *file;
    US_TRY(us_json_require_string(message, "file", &file, err));
    return us_experiment_find(folders, file, write, folder, err);
}

static us_status answer_open(const us_folders *folders, const us_json_node *message,
                             us_json_writer *ok, us_error *err)
{
    const char *since = "";
    US_TRY(us_json_get_string(message, "since", &since, err));
    US_AUTOSTR(folder);
    US_TRY(find_study(folders, message, false, &folder, err));
    return us_experiment_write(folders, folder.text, since, ok, err);
}

static us_status answer_report(const us_folders *folders, const us_json_node *message,
                               us_json_writer *ok, us_error *err)
{
    US_AUTOSTR(folder);
    US_TRY(find_study(folders, message, true, &folder, err));
    return us_experiment_report(folders, folder.text, us_background_job_is_unwanted, ok, err);
}

/* ---- verbs */

#define ASIDE(verb, lane)                                                \
    US_VERB(hear_##verb)                                                 \
    {                                                                    \
        return us_async_request_queue(client, lane, answer_##verb, err); \
    }

ASIDE(list, US_LANE_READ)
ASIDE(stories, US_LANE_READ)
ASIDE(behavior, US_LANE_READ)
ASIDE(diff, US_LANE_READ)
ASIDE(open, US_LANE_READ)
ASIDE(report, US_LANE_WRITE)

const us_verb us_compare_verbs[] = {
    {"library.list", hear_list},
    {"library.stories", hear_stories},
    {"library.behavior", hear_behavior},
    {"library.diff", hear_diff},
    {"experiment.open", hear_open},
    {"experiment.report", hear_report},
    {0},
};
