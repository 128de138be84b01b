#include "behavior/exchange/exchange.h"

/* In place of the files xml_*.c in a build with EXCHANGE=0. */

static us_status refuse(const char *file, us_error *err)
{
    return us_error_set(err, US_NO_ENGINE, file, 0, 0,
                        "this program was built without XML; build it with EXCHANGE=1");
}

us_status us_xml_export(const us_brl *brl, const us_template *item, bool lossy, us_str *out,
                        us_str *warnings, us_error *err)
{
    (void)item, (void)lossy, (void)out, (void)warnings;
    return refuse(brl->file, err);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the full build fills it */
bool us_xml_find_domain(const char *text, size_t length, char out[US_NAME_MAX + 1])
{
    (void)text, (void)length, (void)out;
    return false;
}

us_status us_xml_import(const us_domain *domain, const char *file, const char *text, size_t length,
                        const us_xml_options *options, us_brl **out, us_error *err)
{
    (void)domain, (void)text, (void)length, (void)options, (void)out;
    return refuse(file, err);
}
