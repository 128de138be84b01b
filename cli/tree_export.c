#include "base/file.h"
#include "behavior/exchange/exchange.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "cli/tree.h"

enum { FORMAT, OUT, LOSSY, DOMAIN };

static const us_option options[] = {
    [FORMAT] = {"--format", "F", "xml: BehaviorTree.CPP 4; dot: Graphviz", .preset = "xml"},
    [OUT] = {"-o", "OUT", "the file to write; else to standard output"},
    [LOSSY] = {"--lossy", NULL, "write nodes that XML lacks as nodes that can only be looked at"},
    [DOMAIN] = {"--domain", "D",
                "the domain: a name, or the path of a domain file; else the file names it"},
};

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const char *format = us_args_text(args, FORMAT), *path = us_args_text(args, OUT);
    bool dot = us_text_equal(format, "dot");
    US_AUTO(us_tree_close) us_tree_file file = {0};
    if (!dot && !us_text_equal(format, "xml"))
        return us_error_refuse(err, "tree export: expected --format xml or dot, found \"%.64s\"",
                               format);
    if (path)
        US_TRY(us_file_check_replaceable(path, dot ? US_DOT_FIRST : US_XML_FIRST,
                                         dot ? "a picture for Graphviz" : "XML", err));
    US_TRY(us_tree_open(args, us_args_text(args, DOMAIN), true, &file, err));
    US_AUTOSTR(text);
    US_AUTOSTR(warnings);
    if (dot)
        us_dot_export(file.brl, file.item, &text);
    else
        US_TRY(us_xml_export(file.brl, file.item, us_args_is_given(args, LOSSY), &text, &warnings,
                             err));
    us_tree_warn(&warnings);
    if (path)
        return us_file_write(path, text.text, text.length, err);
    us_str_add_bytes(out, text.text, text.length);
    return US_OK;
}

const us_command us_command_tree_export = {
    .name = "tree export",
    .arguments = "FILE [ITEM]",
    .about = "write trees for Graphviz, or as XML that Groot2 opens",
    .more =
        "Writes all trees of FILE, or ITEM and the trees that it calls. The XML is that of\n"
        "BehaviorTree.CPP 4. A node that behaves otherwise there in some cases gets a warning.\n"
        "Nodes that this XML lacks are refused with their place; --lossy writes them as nodes of\n"
        "their own names that hold their text, to be looked at, not to be run or imported.\n"
        "docs/TREE_XML.md has the table of nodes.",
    .example = "  understudy tree export guard.brl -o guard.xml\n"
               "  understudy tree export guard.brl Guard --format dot | dot -Tsvg > guard.svg",
    US_OPTIONS(options),
    .run = run,
};
