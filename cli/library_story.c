#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/story.h"

enum { ALL, DOMAIN, JSON };

static const us_option options[] = {
    [ALL] = {"--all", NULL, "with all causes and changes in full, and with noise"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print a list of JSON objects"},
};

/* ---- text */

static void print_diff(const char *lines, us_str *out)
{
    int length;
    for (const char *at = lines, *line; us_text_take_line(&at, &line, &length);)
        us_out_add_linef(out, "    %.*s", length, line);
}

/* A blank line stands in front of a full entry and of a heading. before: of the part before. */
static bool is_apart(const us_told *told, us_told_kind before)
{
    return told->kind == US_TOLD_TITLE || told->kind == US_TOLD_HEADING ||
           (told->kind == US_TOLD_ENTRY && before != US_TOLD_HEADING && before != US_TOLD_ENTRY);
}

bool us_stories_print(const us_story *story, int stories, bool all, us_str *out)
{
    US_AUTO(us_telling_clear) us_telling telling = {0};
    us_stories_tell(story, stories, all, &telling);
    for (int i = 0; i < telling.count; i++) {
        const us_told *told = &telling.item[i];
        if (i > 0 && is_apart(told, telling.item[i - 1].kind))
            us_str_add_char(out, '\n');
        if (told->kind == US_TOLD_DIFF)
            print_diff(told->text, out);
        else
            us_out_add_linef(out, "%s%s%s", told->kind == US_TOLD_LINE ? "  " : "", told->text,
                             told->kind == US_TOLD_HEADING ? ":" : "");
    }
    return telling.less;
}

/* ---- the command */

static void write_json(const us_stories *stories, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '[');
    for (int i = 0; i < stories->count; i++)
        us_story_write(&stories->item[i], &writer);
    us_json_writer_end(&writer, ']');
}

static us_status print_stories(const us_args *args, us_library *library, us_str *out, us_error *err)
{
    US_AUTO(us_stories_clear) us_stories stories = {0};
    bool all = us_args_is_given(args, ALL);
    US_TRY(us_stories_read(library, &stories, err));
    if (us_args_is_given(args, JSON)) {
        write_json(&stories, out);
        return US_OK;
    }
    bool less = us_stories_print(stories.item, stories.count, all, out);
    if (stories.count == 0)
        us_str_add(out, "No adaptation of this library is recorded.\n");
    else if (less)
        us_str_add(out, "\nRead all of it in full: --all.\n");
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    return us_library_print_snapshot(args, DOMAIN, print_stories, out, err);
}

const us_command us_command_library_story = {
    .name = "library story",
    .arguments = "LIB",
    .about = "tell what each adaptation of a library found and changed",
    .more =
        "Prints the causes of failures, those of the most games first: what failed, in how many\n"
        "games, the behavior that is blamed and why, each repair with its difference, and what\n"
        "games say about it. Then it prints the changes that no failure asked for, by effect. The\n"
        "first five of each are printed in full. A difference is printed once. A round of a\n"
        "search has a story of its changes, and one of its transplants. Effects are points in\n"
        "percent of a game; in a screening, an early win counts more. docs/SEARCH.md explains\n"
        "them.",
    .example = "  understudy library story better.db\n"
               "  understudy library story better.db --all",
    US_OPTIONS(options),
    .run = run,
};
