#include "tests/brlkit.h"

#include <string.h>

#include "base/file.h"

static const char goals[] =
    "\"goals\": ["
    "{\"name\": \"WinGame\", \"kind\": \"achieve\", \"rank\": 9, \"test\": \"false\"},"
    "{\"name\": \"DefeatPlayer\", \"kind\": \"achieve\", \"params\": {\"player\": \"seat\"},"
    " \"test\": \"count(player) == 0\"},"
    "{\"name\": \"BuildUnits\", \"kind\": \"increase\", \"params\": {\"player\": \"seat\","
    " \"type\": \"type\", \"number\": \"number\"}, \"test\": \"count(player, type) >= number\"},"
    "{\"name\": \"ResourceInfrastructure\", \"kind\": \"maintain\", \"params\": {\"player\": "
    "\"seat\", \"farms\": \"number\", \"peasants\": \"number\"},"
    " \"test\": \"count(player, \\\"farmhouse\\\") >= farms\"}],\n";

static us_domain *load(void)
{
    us_str path, text;
    us_str_init(&path);
    us_str_init(&text);
    us_str_addf(&path, "%s/domains/skirmish/domain.json", us_data_folder());
    char *bytes;
    size_t length;
    us_domain *domain = NULL;
    us_status status = us_file_read(path.text, 1 << 24, &bytes, &length, NULL);
    us_assert(status == US_OK);
    const char *at = strstr(bytes, "\"goals\"") ? bytes : strstr(bytes, "\"roles\"");
    us_str_add_bytes(&text, bytes, (size_t)(at - bytes));
    us_str_add(&text, at == bytes ? "" : goals);
    us_str_add(&text, at);
    status = us_domain_parse(path.text, text.text, text.length, &domain, NULL);
    us_assert(status == US_OK);
    us_free(bytes);
    us_str_clear(&path);
    us_str_clear(&text);
    return domain;
}

const us_domain *brl_domain(void)
{
    static us_domain *domain;
    if (!domain)
        domain = load();
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
        us_assert_failed(said.text, __FILE__, __LINE__);
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
