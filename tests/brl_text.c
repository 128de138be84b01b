#include "tests/brl_text.h"

#include <string.h>

#include "base/file.h"

const us_domain *brl_domain(void)
{
    static us_domain *domain;
    if (!domain) {
        us_status status = us_domain_load_shipped("skirmish", &domain, NULL);
        us_assert(status == US_OK);
    }
    return domain;
}

us_brl *brl_read(const char *text, us_faults *faults)
{
    us_faults own = {0};
    us_brl *brl = us_brl_read(brl_domain(), "t.brl", text, strlen(text), faults ? faults : &own);
    if (own.count > 0) {
        us_str said;
        us_str_init(&said);
        us_faults_print(&own, "t.brl", &said);
        us_assert_fail(said.text, __FILE__, __LINE__);
    }
    us_faults_clear(&own);
    return brl;
}

us_brl *brl_tree(const char *body)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text,
                "brl 1\n\ntree T(who: entity, all: group, there: cell, n: number) {\n"
                "    slot made: entity\n    do %s}\n\n"
                "tree U(who: entity, all: group, there: cell, n: number) {\n"
                "    do act stop()\n}\n",
                body);
    us_brl *brl = brl_read(text.text, NULL);
    us_str_clear(&text);
    return brl;
}

char *brl_text(const us_brl *brl)
{
    us_str text;
    us_str_init(&text);
    us_brl_print(brl, &text);
    return us_str_detach(&text);
}

char *brl_template_text(const us_template *template)
{
    us_str text;
    us_str_init(&text);
    us_template_print(template, &text);
    return us_str_detach(&text);
}
