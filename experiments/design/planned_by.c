#include "experiments/design/planned_by.h"

#include <sys/utsname.h>

#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "experiments/design/planning.h"

us_status us_planned_by_write(const char *folder, us_error *err)
{
    struct utsname here = {0};
    US_AUTOSTR(program);
    US_AUTOSTR(text);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, US_PLANNED_BY);
    us_manifest_print_program(&program);
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_json_write_key_string(&writer, "program", program.text);
    us_json_write_key_string(&writer, "build", us_version_current()->kind);
    us_json_write_key_string(&writer, "compiler", us_version_current()->compiler);
    if (uname(&here) == 0) {
        us_json_write_key_string(&writer, "host", here.nodename);
        us_json_write_key_string(&writer, "machine", here.machine);
    }
    us_json_writer_end(&writer, '}');
    return us_file_write(path.text, text.text, text.length, err);
}

/* Returns a text of the file, or NULL. */
static const char *text_of(const us_json_node *root, const char *key)
{
    const char *text = NULL;
    return us_json_get_string(root, key, &text, NULL) == US_OK ? text : NULL;
}

void us_planned_by_print(const char *folder, const char *program, us_str *out)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, US_PLANNED_BY);
    US_AUTOPTR(us_json) doc = NULL;
    us_str_add(out, program);
    if (us_json_load(path.text, &doc, NULL) != US_OK ||
        us_json_type(us_json_root(doc)) != US_JSON_OBJECT)
        return;
    const us_json_node *root = us_json_root(doc);
    const char *by = text_of(root, "program"), *build = text_of(root, "build"),
               *compiler = text_of(root, "compiler");
    if (by && build && compiler && us_text_equal(by, program))
        us_str_addf(out, ", %s build by %s", build, compiler);
}
