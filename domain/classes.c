#include "domain/domain.h"

#include <string.h>

int us_domain_find_class(const us_domain *domain, const char *name)
{
    for (int i = 0; i < domain->class_count; i++)
        if (us_text_equal(domain->class_def[i].name, name))
            return i;
    return -1;
}

int us_domain_find_descriptor(const us_domain *domain, const char *name)
{
    for (int i = 0; i < domain->descriptor_count; i++)
        if (us_text_equal(domain->descriptor[i].name, name))
            return i;
    return -1;
}

const us_descriptor *us_descriptor_find(const us_domain *domain, const char *name)
{
    static const us_descriptor any = {.high = 100};
    int index = us_domain_find_descriptor(domain, name);
    if (index >= 0)
        return &domain->descriptor[index];
    return domain->descriptor_count > 0 ? NULL : &any;
}

bool us_class_is_a(const us_domain *domain, int below, int above)
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

bool us_descriptor_parse(const us_descriptor *descriptor, const char *text, int64_t *out)
{
    for (int i = 0; i < descriptor->symbols.count; i++) {
        if (us_text_equal(descriptor->symbols.name[i], text)) {
            *out = i;
            return true;
        }
    }
    if (descriptor->symbols.count > 0 || !text[0])
        return false;
    return us_text_to_decimal(text, descriptor->decimals, INT64_MIN, INT64_MAX, out);
}

bool us_descriptor_has_value(const us_descriptor *descriptor, int64_t value)
{
    return value >= descriptor->low && value <= descriptor->high;
}

void us_descriptor_print_range(const us_descriptor *descriptor, us_str *out)
{
    if (descriptor->symbols.count > 0) {
        us_str_add(out, "one of ");
        for (int i = 0; i < descriptor->symbols.count; i++)
            us_str_addf(out, "%s%s", i ? ", " : "", descriptor->symbols.name[i]);
        return;
    }
    us_str_add(out, "a number from ");
    us_descriptor_print(descriptor, descriptor->low, out);
    us_str_add(out, " to ");
    us_descriptor_print(descriptor, descriptor->high, out);
    if (descriptor->decimals > 0)
        us_str_addf(out, " with at most %d decimals", descriptor->decimals);
}
