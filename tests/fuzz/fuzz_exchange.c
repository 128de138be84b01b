/* Any bytes as XML of trees over the shipped domain. What is imported is exported, imported again
 * as the same, and exported as the same bytes, unless it has a machine. */
#include "behavior/exchange/exchange.h"
#include "tests/fuzz/shipped.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_brl *brl = NULL, *back = NULL;
    us_error err = {0};
    us_str xml, again;
    if (us_xml_import(shipped_domain(), "fuzz", (const char *)data, size, NULL, &brl, &err) !=
        US_OK) {
        us_assert(err.text[0]);
        return 0;
    }
    us_str_init(&xml);
    us_str_init(&again);
    us_dot_export(brl, NULL, &xml);
    us_str_reset(&xml);
    if (us_xml_export(brl, NULL, false, &xml, NULL, &err) != US_OK) {
        us_assert(strstr(err.text, "machine has no counterpart"));
        us_str_clear(&xml);
        us_str_clear(&again);
        us_brl_free(brl);
        return 0;
    }
    us_assert(us_xml_import(brl->domain, "fuzz", xml.text, xml.length, NULL, &back, &err) == US_OK);
    us_assert(us_brl_equal(brl, back));
    us_assert(us_xml_export(back, NULL, false, &again, NULL, &err) == US_OK);
    us_assert(strcmp(xml.text, again.text) == 0);
    us_str_clear(&xml);
    us_str_clear(&again);
    us_brl_free(brl);
    us_brl_free(back);
    return 0;
}
