#include "cli/tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/spelling.h"
#include "cli/library.h"
#include "cli/out.h"

static const char *name_at(const void *of, int i)
{
    const us_brl *brl = of;
    return i < brl->count ? brl->item[i]->name : NULL;
}

static const us_template *named(const us_brl *brl, const char *name)
{
    static const us_template_kind kinds[] = {US_TEMPLATE_ARCHETYPE, US_TEMPLATE_TREE,
                                             US_TEMPLATE_BEHAVIOR};
    const us_template *found = NULL;
    for (int i = 0; i < US_COUNT(kinds) && !found; i++)
        found = us_brl_find(brl, kinds[i], name);
    return found;
}

static const us_template *only(const us_brl *brl)
{
    const us_template *archetype = NULL;
    int archetypes = 0;
    for (int i = 0; i < brl->count; i++)
        if (brl->item[i]->kind == US_TEMPLATE_ARCHETYPE && ++archetypes)
            archetype = brl->item[i];
    return brl->count == 1 ? brl->item[0] : archetypes == 1 ? archetype : NULL;
}

static us_status choose(const us_args *args, bool all, us_tree_file *file, us_error *err)
{
    const char *name = args->count > 1 ? args->argument[1] : NULL;
    file->item = name ? named(file->brl, name) : all ? NULL : only(file->brl);
    if (file->item || (all && !name))
        return US_OK;
    US_AUTOSTR(help);
    us_spelling_print_hint(name ? name : "", name_at, file->brl, "there are", &help);
    return name ? us_error_set(err, US_BAD_INPUT, file->brl->file, 0, 0,
                               "no item is called \"%.64s\"%s", name, help.text)
                : us_error_set(err, US_BAD_INPUT, file->brl->file, 0, 0,
                               "name the item that is meant%s", help.text);
}

us_status us_tree_open(const us_args *args, const char *domain, bool all, us_tree_file *out,
                       us_error *err)
{
    US_TRY(us_file_open_domain(args->argument[0], domain, &out->domain, err));
    US_TRY(us_brl_load(out->domain, args->argument[0], &out->brl, err));
    return choose(args, all, out, err);
}

void us_tree_close(us_tree_file *file)
{
    us_brl_free(file->brl);
    us_domain_free(file->domain);
}

us_status us_tree_read(const char *path, size_t most, char **text, size_t *length, us_error *err)
{
    if (!us_text_equal(path, "-"))
        return us_file_read(path, most, text, length, err);
    US_AUTOSTR(all);
    char piece[4096];
    size_t got;
    while (all.length <= most && (got = fread(piece, 1, sizeof piece, stdin)) > 0)
        us_str_add_bytes(&all, piece, got);
    if (all.length > most)
        return us_error_set(err, US_BAD_INPUT, "-", 0, 0, "expected at most %zu bytes", most);
    if (ferror(stdin))
        return us_error_set_system(err, US_BAD_INPUT, "-", errno, "cannot read");
    *length = all.length;
    *text = us_str_detach(&all);
    return US_OK;
}

void us_tree_warn(const us_str *warnings)
{
    for (const char *line = warnings->text, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        us_out_log("%.*s", (int)(end - line), line);
    }
}
