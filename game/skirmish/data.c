#include "game/skirmish/data.h"

#include "base/file.h"

us_status sk_data_domain(us_domain **out, us_error *err)
{
    return us_domain_shipped("skirmish", out, err);
}

us_status sk_data_rules(const us_domain *domain, sk_rules **out, us_error *err)
{
    us_str path;
    us_str_init(&path);
    us_status status = us_data_file("skirmish", "rules.json", &path, err);
    if (status == US_OK)
        status = sk_rules_load(path.text, domain, out, err);
    us_str_clear(&path);
    return status;
}
