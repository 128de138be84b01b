/* The shipped skirmish domain, loaded once and kept. */
#ifndef US_TESTS_FUZZ_SHIPPED_H
#define US_TESTS_FUZZ_SHIPPED_H

#include "base/file.h"
#include "domain/domain.h"

static inline const us_domain *shipped_domain(void)
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

#endif
