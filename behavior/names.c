#include "behavior/names.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"

/* Returns the length of the name at the beginning of the text, or 0. */
static size_t name_length(const char *text)
{
    size_t length = 0;
    if (us_brl_is_digit(text[0]) || text[0] == '-')
        return 0;
    for (;; length++) {
        char c = text[length];
        if (!us_brl_is_letter(c) && !us_brl_is_digit(c) && c != '-')
            return length <= US_NAME_MAX ? length : 0;
    }
}

bool us_brl_is_name(const char *name)
{
    size_t length = name_length(name);
    return length > 0 && !name[length];
}

bool us_brl_is_key(const char *key)
{
    for (bool first = true;; first = false) {
        size_t length = 0;
        while (!first && length < US_KEY_DIGITS && us_brl_is_digit(key[length]))
            length++;
        if (length == 0)
            length = name_length(key);
        if (length == 0 || (key[length] && key[length] != '.'))
            return false;
        if (!key[length])
            return true;
        key += length + 1;
    }
}

bool us_brl_is_string(const char *text)
{
    size_t length = strlen(text), at = 0;
    while (at < length && text[at] >= ' ' && text[at] <= '~') /* most texts are ASCII */
        at++;
    while (at < length) {
        int size = us_text_utf8_size(text + at, length - at);
        if (size == 0 || (unsigned char)text[at] < ' ' || us_text_disguises(text + at, size))
            return false;
        at += (size_t)size;
    }
    return length <= US_STRING_MAX;
}

const char *us_name_suggest(const char *name, us_name_at *names, const void *from,
                            const char *instead, char out[US_FIX_SIZE])
{
    us_spelling near = us_spelling_start(name);
    const char *candidate;
    for (int i = 0; (candidate = names(from, i)); i++)
        if (candidate[0])
            us_spelling_add(&near, candidate);
    if (near.best[0])
        snprintf(out, US_FIX_SIZE, "write \"%s\"", near.best);
    else
        snprintf(out, US_FIX_SIZE, "%s", instead);
    return out;
}

void us_faults_add_unknown(us_faults *faults, int line, int column, const char *what,
                           const char *name, us_name_at *names, const void *from,
                           const char *instead)
{
    char fix[US_FIX_SIZE];
    us_faults_add(faults, US_FAULT_NAME, line, column, "%s \"%.63s\"|%s", what, name,
                  us_name_suggest(name, names, from, instead, fix));
}

static const char *class_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->class_count ? domain->class_def[i].name : NULL;
}

static const char *descriptor_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->descriptor_count ? domain->descriptor[i].name : NULL;
}

void us_class_check_name(us_faults *faults, const us_domain *domain, const char *name, int line,
                         int column)
{
    if (domain->class_count > 0 && us_domain_find_class(domain, name) < 0)
        us_faults_add_unknown(faults, line, column, "no class of behaviors is called", name,
                              class_at, domain, "name a class of the domain");
}

int us_descriptor_check_name(us_faults *faults, const us_domain *domain, const char *key, int line,
                             int column)
{
    int index = us_domain_find_descriptor(domain, key);
    if (index < 0 && domain->descriptor_count > 0)
        us_faults_add_unknown(faults, line, column, "no descriptor is called", key, descriptor_at,
                              domain, "name one of the domain");
    return index;
}

bool us_descriptor_check_value(us_faults *faults, const us_domain *domain, const char *key,
                               const char *text, int line, int column, int64_t *out)
{
    const us_descriptor *descriptor = us_descriptor_find(domain, key);
    int64_t value;
    if (!descriptor)
        return false;
    bool read = us_descriptor_parse(descriptor, text, &value);
    /* older files hold any number if the domain declares nothing */
    if (read && (domain->descriptor_count == 0 || us_descriptor_has_value(descriptor, value))) {
        *out = value;
        return true;
    }
    US_AUTOSTR(said);
    us_str_addf(&said,
                read ? "%.63s is out of its range|write " : "\"%.64s\" is no value of %.63s|write ",
                read ? key : text, key);
    us_descriptor_print_range(descriptor, &said);
    us_faults_add(faults, US_FAULT_ARGUMENT, line, column, "%s", said.text);
    return false;
}
