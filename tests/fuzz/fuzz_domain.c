/* Any bytes as a domain file: a domain, or an error with a place. */
#include "base/arena.h"
#include "domain/world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(const us_domain *domain)
{
    for (int i = 0; i < domain->type_count; i++) {
        us_type type = (us_type)i;
        const us_producer *row;
        int rows = us_domain_producers(domain, type, &row);
        for (int k = 0; k < rows; k++)
            us_assert(us_type_can_make(domain, row[k].actor, row[k].action, type));
        for (int f = 0; f < domain->factions.count; f++) {
            us_type other = us_type_for_faction(domain, type, f);
            us_assert(other == US_NO_TYPE || !domain->type[other].abstract);
        }
        us_assert(us_domain_find_type(domain, domain->type[i].name) == type);
        us_assert(us_type_common_ancestor(domain, type, 0) == US_NO_TYPE ||
                  us_type_is_a(domain, 0, 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_domain *domain = NULL;
    us_error err = {0};
    us_status status = us_domain_parse("fuzz", (const char *)data, size, &domain, &err);
    if (status == US_OK) {
        read_all(domain);
        us_domain_free(domain);
    } else {
        us_assert(domain == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0);
    }
    return 0;
}
