/* Any bytes as a file of behaviors over the shipped domain: what can be understood of it, and
 * faults with places. What is sound prints, parses to the same, and prints the same; checking
 * it again finds nothing. */
#include "behavior/brl.h"
#include "tests/fuzz/shipped.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_sound(const us_brl *brl)
{
    us_faults faults = {0};
    us_str text, again;
    us_str_init(&text);
    us_str_init(&again);
    us_brl_check(brl, &faults);
    us_assert(faults.count == 0);
    us_brl_print(brl, &text);
    us_brl *back = us_brl_read(brl->domain, "fuzz", text.text, text.length, &faults);
    us_assert(faults.count == 0);
    us_assert(us_brl_equal(brl, back));
    us_brl_print(back, &again);
    us_assert(strcmp(text.text, again.text) == 0);
    us_brl_free(back);
    us_str_clear(&text);
    us_str_clear(&again);
    us_faults_clear(&faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_faults faults = {0};
    us_str text;
    us_str_init(&text);
    us_brl *brl = us_brl_read(shipped_domain(), "fuzz", (const char *)data, size, &faults);
    for (int i = 0; i < faults.count; i++) {
        const us_fault *fault = &faults.fault[i];
        us_assert(fault->line > 0 && fault->column > 0 && fault->what[0] && fault->fix[0]);
        us_assert(!strchr(fault->what, '\n') && !strchr(fault->fix, '\n'));
    }
    if (faults.count == 0)
        try_sound(brl);
    else
        us_brl_print(brl, &text); /* of use to people, if to nobody else */
    us_str_clear(&text);
    us_faults_clear(&faults);
    us_brl_free(brl);
    return 0;
}
