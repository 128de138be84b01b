#include "domain/domain.h"

#include <string.h>

int us_domain_class(const us_domain *domain, const char *name)
{
    for (int i = 0; i < domain->class_count; i++)
        if (us_text_equal(domain->class_def[i].name, name))
            return i;
    return -1;
}

int us_domain_descriptor(const us_domain *domain, const char *name)
{
    for (int i = 0; i < domain->descriptor_count; i++)
        if (us_text_equal(domain->descriptor[i].name, name))
            return i;
    return -1;
}

bool us_class_is(const us_domain *domain, int below, int above)
{
    while (below >= 0 && below != above)
        below = domain->class_def[below].parent;
    return below >= 0;
}

void us_descriptor_print(const us_descriptor *descriptor, int64_t value, us_str *out)
{
    if (value >= 0 && value < descriptor->symbols.count) {
        us_str_add(out, descriptor->symbols.name[value]);
        return;
    }
    us_str_add_decimal(out, value, descriptor->decimals);
}

bool us_descriptor_read(const us_descriptor *descriptor, const char *text, int64_t *out)
{
    for (int i = 0; i < descriptor->symbols.count; i++) {
        if (us_text_equal(descriptor->symbols.name[i], text)) {
            *out = i;
            return true;
        }
    }
    if (descriptor->symbols.count > 0 || !text[0])
        return false;
    return us_text_decimal(text, descriptor->decimals, INT64_MIN, INT64_MAX, out);
}
