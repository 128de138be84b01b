#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "behavior/exchange/exchange.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/tree.h"

enum { OUT, DOMAIN, MAP, STUB, APPROXIMATE };

static const us_option options[] = {
    [OUT] = {"-o", "OUT", "the file of behaviors to write; else to standard output"},
    [DOMAIN] = {"--domain", "D",
                "the domain: a name, or the path of a domain file; else the file names it"},
    [MAP] = {"--map", "NAME=ACTION", "the action for a node that the domain lacks", .many = true},
    [STUB] = {"--stub", NULL,
              "put an action without arguments, labeled by the name, for unknown leaves"},
    [APPROXIMATE] = {"--approximate", NULL,
                     "take nodes that behave otherwise in BehaviorTree.CPP, with a warning"},
};

/* Reads the values of --map. text: holds copies of them. */
static us_status read_maps(const us_args *args, us_arena *arena, us_xml_options *out, us_error *err)
{
    int count = 0;
    const char *value;
    US_TRY(us_args_check_keys(args, MAP, err));
    for (int at = 0; us_args_next(args, MAP, &at);)
        count++;
    us_xml_map *map = US_ARENA_ARRAY(arena, us_xml_map, count);
    for (int at = 0; (value = us_args_next(args, MAP, &at)); out->maps++) {
        const char *sign = strchr(value, '=');
        if (!sign || sign == value || !sign[1])
            return us_error_refuse(err, "tree import: expected --map NAME=ACTION, found \"%.64s\"",
                                   value);
        map[out->maps] =
            (us_xml_map){us_arena_strndup(arena, value, (size_t)(sign - value)), sign + 1};
    }
    out->map = map;
    return US_OK;
}

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
    US_AUTOSTR(warnings);
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_xml_options how = {.stub = us_args_is_given(args, STUB),
                          .approximate = us_args_is_given(args, APPROXIMATE),
                          .warnings = &warnings};
    US_TRY(read_maps(args, arena, &how, err));
    US_TRY(us_tree_read(from, US_XML_FILE_MAX, &xml, &length, err));
    if (!asked)
        us_xml_find_domain(xml, length, named);
    US_TRY(us_file_open_domain(from, asked ? asked : named, &domain, err));
    US_TRY(us_xml_import(domain, from, xml, length, &how, &brl, err));
    us_tree_warn(&warnings);
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
        "parameters. A tree behaves as in BehaviorTree.CPP, tick by tick. A tree that would not "
        "is\n"
        "rejected with the reason; --approximate takes it with a warning. Unknown nodes are\n"
        "rejected all at once; --map and --stub take leaves. docs/TREE_XML.md has the tables.",
    .example = "  understudy tree import guard.xml -o guard.brl\n"
               "  understudy tree import patrol.xml --map GoTo=move --stub -o patrol.brl",
    US_OPTIONS(options),
    .run = run,
};
