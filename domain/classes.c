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

static int64_t power_of_ten(int exponent)
{
    int64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

void us_descriptor_print(const us_descriptor *descriptor, int64_t value, us_str *out)
{
    if (value >= 0 && value < descriptor->symbols.count) {
        us_str_add(out, descriptor->symbols.name[value]);
        return;
    }
    /* By remainders, which have the value's sign: INT64_MIN has no opposite. */
    int64_t power = power_of_ten(descriptor->decimals);
    int64_t whole = value / power, rest = value % power;
    us_str_addf(out, "%s%lld", value < 0 && whole == 0 ? "-" : "", (long long)whole);
    int digits = descriptor->decimals;
    rest = rest < 0 ? -rest : rest;
    for (; digits > 0 && rest % 10 == 0; digits--)
        rest /= 10;
    if (digits > 0)
        us_str_addf(out, ".%0*lld", digits, (long long)rest);
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
    /* The digits without their point, filled up with zeros, are the number. */
    char digits[32];
    size_t length = 0;
    int decimals = -1;
    for (const char *at = text; *at; at++) {
        if (*at == '.' && decimals < 0 && at > text && at[1]) {
            decimals = 0;
            continue;
        }
        if (length == sizeof digits - 8 || (decimals >= 0 && decimals++ == descriptor->decimals))
            return false;
        digits[length++] = *at;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < descriptor->decimals; decimals++)
        digits[length++] = '0';
    digits[length] = '\0';
    return us_text_int(digits, INT64_MIN, INT64_MAX, out);
}
