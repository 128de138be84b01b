/* Any lines as paths that a browser asks the studio for: a page of the program, a file of the
 * studio's folders that may be served, or nothing. */
#include <string.h>

#include "studio/pages.h"
#include "tests/fuzz/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const us_folders *folders(void)
{
    static us_folders made;
    if (made.count > 0)
        return &made;
    fuzz_folder_make("it");
    fuzz_folder_make("it/figures");
    fuzz_folder_put("secret.html", "secret", 6);
    fuzz_folder_put("it/secret.jsonl", "secret", 6);
    fuzz_folder_put("it/.secret.db", "secret", 6);
    fuzz_folder_put("it/report.html", "public", 6);
    fuzz_folder_put("it/figures/a.svg", "public", 6);
    const char *path = fuzz_folder_place("it");
    us_assert(us_folders_open(&made, &path, 1, NULL) == US_OK);
    return &made;
}

static void ask(const char *name)
{
    char bytes[16] = "";
    us_served_file served;
    us_page_file_find(name, strlen(name));
    if (!us_served_file_open(folders(), name, &served))
        return;
    us_assert(served.type && served.file);
    if (us_text_has_prefix(name, "it/"))
        us_assert(served.length == 6 && fread(bytes, 1, 6, served.file) == 6 &&
                  us_text_equal(bytes, "public"));
    else
        us_assert(us_text_has_prefix(name, US_SHIPPED_FOLDER "/"));
    fclose(served.file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_str text, name;
    us_str_init(&text);
    us_str_init(&name);
    us_str_add_bytes(&text, (const char *)data, size);
    const char *rest = text.text, *line;
    for (int length; us_text_take_line(&rest, &line, &length);) {
        us_str_reset(&name);
        us_str_add_bytes(&name, line, (size_t)length);
        ask(name.text);
    }
    us_str_clear(&text);
    us_str_clear(&name);
    return 0;
}
