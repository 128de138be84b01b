#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/journal.h"
#include "experiments/planning.h"

static us_status take_away(const char *folder, const char *name, us_error *err)
{
    us_status status = US_OK;
    us_str path = us_folder_make_path(folder, name);
    if (unlink(path.text) != 0 && errno != ENOENT)
        status = us_error_set_system(err, US_BAD_INPUT, path.text, errno, "cannot remove");
    us_str_clear(&path);
    return status;
}

/* In this order, so that after an interruption the results that are left are the plan's. */
static us_status forget(const char *folder, us_error *err)
{
    static const char *const plain[] = {"results.jsonl", "stopped.json", "sequential.json"};
    us_names names = {NULL, 0};
    us_status status = US_OK;
    for (int i = 0; i < US_COUNT(plain) && status == US_OK; i++)
        status = take_away(folder, plain[i], err);
    us_str path = us_folder_make_path(folder, "results");
    if (status == US_OK && us_file_exists(path.text))
        status = us_file_list(path.text, ".jsonl", &names, err);
    for (int i = 0; i < names.count && status == US_OK; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "results/%s", names.name[i]);
        status = take_away(folder, path.text, err);
    }
    us_names_free(&names);
    us_str_clear(&path);
    return status;
}

us_status us_experiment_remove_results(const char *folder, us_error *err)
{
    us_folder_lock *lock = NULL;
    if (!us_file_exists(folder))
        return US_OK;
    us_str path = us_folder_make_path(folder, "lock");
    us_status status = us_folder_lock_open(path.text, 0, 1, &lock, err);
    us_str_clear(&path);
    if (status == US_OK)
        status = forget(folder, err);
    us_folder_lock_close(lock);
    return status;
}
