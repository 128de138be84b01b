#include "base/file.h"
#include "behavior/exchange/exchange.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/tree.h"

enum { OUT, DOMAIN };

static const us_option options[] = {
    [OUT] = {"-o", "OUT", "the file of behaviors to write; else to standard output"},
    [DOMAIN] = {"--domain", "D",
                "the domain: a name, or the path of a domain file; else the file names it"},
};

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const char *path = us_args_text(args, OUT), *from = args->argument[0];
    const char *asked = us_args_text(args, DOMAIN);
    char named[US_NAME_MAX + 1] = US_GAME_PRESET;
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTOFREE char *xml = NULL;
    size_t length;
    if (path)
        US_TRY(us_file_check_replaceable(path, "brl ", "a file of behaviors", err));
    US_AUTOSTR(text);
    US_TRY(us_tree_read(from, US_XML_FILE_MAX, &xml, &length, err));
    if (!asked)
        us_xml_find_domain(xml, length, named);
    US_TRY(us_file_open_domain(from, asked ? asked : named, &domain, err));
    US_TRY(us_xml_import(domain, from, xml, length, &brl, err));
    brl->named = !us_domain_is_preset(domain);
    us_brl_print(brl, &text);
    if (path)
        return us_file_write(path, text.text, text.length, err);
    us_str_add_bytes(out, text.text, text.length);
    return US_OK;
}

const us_command us_command_tree_import = {
    .name = "tree import",
    .arguments = "FILE.xml",
    .about = "read trees from XML of BehaviorTree.CPP 4",
    .more =
        "Each <BehaviorTree> becomes a tree. Actions are those of the domain. Times in\n"
        "milliseconds become cycles if they are whole cycles. Entries of the blackboard that a\n"
        "tree does not declare (params=\"...\", slots=\"...\", as tree export writes them) become "
        "its\n"
        "parameters. Unknown elements are refused with their place.",
    .example = "  understudy tree import guard.xml -o guard.brl",
    US_OPTIONS(options),
    .run = run,
};
