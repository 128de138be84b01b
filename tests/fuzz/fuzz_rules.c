/* Any bytes as rules of the shipped domain. */
#include "game/skirmish/rules.h"
#include "tests/fuzz/shipped.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sk_rules *rules = NULL;
    us_error err = {0};
    us_status status =
        sk_rules_parse("fuzz", (const char *)data, size, shipped_domain(), &rules, &err);
    if (status == US_OK)
        sk_rules_free(rules);
    else
        us_assert(rules == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0);
    return 0;
}
