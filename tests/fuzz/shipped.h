/* The shipped skirmish domain and rules, loaded once and kept. */
#ifndef US_TESTS_FUZZ_SHIPPED_H
#define US_TESTS_FUZZ_SHIPPED_H

#include "game/skirmish/rules.h"

static inline const us_domain *shipped_domain(void)
{
    static us_domain *domain;
    if (!domain)
        us_assert(sk_data_load_domain(&domain, NULL) == US_OK);
    return domain;
}

static inline const sk_rules *shipped_rules(void)
{
    static sk_rules *rules;
    if (!rules)
        us_assert(sk_data_load_rules(shipped_domain(), &rules, NULL) == US_OK);
    return rules;
}

#endif
