/* Any bytes as a file of behaviors over the shipped domain, as a picture and as XML. What XML has a
 * counterpart for is imported as the same, and exported as the same bytes; all else is refused with
 * its place. */
#include "behavior/exchange/exchange.h"
#include "tests/fuzz/shipped.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_sound(const us_brl *brl)
{
    us_brl *back = NULL;
    us_error err = {0};
    us_str xml, again;
    us_str_init(&xml);
    us_str_init(&again);
    us_dot_export(brl, NULL, &xml);
    us_assert(us_xml_export(brl, NULL, true, &again, NULL, &err) == US_OK);
    us_str_reset(&xml);
    us_str_reset(&again);
    if (us_xml_export(brl, NULL, false, &xml, NULL, &err) != US_OK) {
        us_assert(err.text[0] && err.line > 0 && xml.length == 0);
    } else {
        us_assert(us_xml_import(brl->domain, "fuzz", xml.text, xml.length, NULL, &back, &err) ==
                  US_OK);
        us_assert(us_brl_equal(brl, back));
        us_assert(us_xml_export(back, NULL, false, &again, NULL, &err) == US_OK);
        us_assert(strcmp(xml.text, again.text) == 0);
    }
    us_str_clear(&xml);
    us_str_clear(&again);
    us_brl_free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_faults faults = {0};
    us_brl *brl = us_brl_read(shipped_domain(), "fuzz", (const char *)data, size, &faults);
    if (faults.count == 0)
        try_sound(brl);
    us_faults_clear(&faults);
    us_brl_free(brl);
    return 0;
}
