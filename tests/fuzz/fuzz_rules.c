/* Any bytes as rules of the shipped domain. */
#include "base/file.h"
#include "game/skirmish/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const us_domain *shipped(void)
{
    static us_domain *domain;
    if (!domain) {
        us_str path;
        us_str_init(&path);
        us_str_addf(&path, "%s/domains/skirmish/domain.json", us_data_folder());
        us_status status = us_domain_load(path.text, &domain, NULL);
        us_assert(status == US_OK);
        us_str_clear(&path);
    }
    return domain;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sk_rules *rules = NULL;
    us_error err = {0};
    us_status status = sk_rules_parse("fuzz", (const char *)data, size, shipped(), &rules, &err);
    if (status == US_OK)
        sk_rules_free(rules);
    else
        us_assert(rules == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0);
    return 0;
}
