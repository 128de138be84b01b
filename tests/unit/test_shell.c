/* Words of commands for a shell. */
#include "base/shell.h"
#include "base/subprocess.h"
#include "tests/unit/test.h"

TEST(any_text_is_one_word_of_a_shell)
{
    static const char *const rows[][2] = {
        {"plain-1_2/3.4:5=6,7%8@9+", "plain-1_2/3.4:5=6,7%8@9+"},
        {"", "''"},
        {"a b", "'a b'"},
        {"it's", "'it'\\''s'"},
        {"'", "''\\'''"},
        {"$HOME `x` \"y\" \\z", "'$HOME `x` \"y\" \\z'"},
        {"a\nb", "\"$(printf 'a\\012b')\""},
        {"a\nb\n", "\"$(printf 'a\\012b')\"'\n'"},
        {"\n", "'\n'"},
        {"%\x1b'-", "\"$(printf '\\045\\033\\047\\055')\""},
        {"\xff", "\"$(printf '\\377')\""},
        {"a\xe2\x80\xae"
         "b",
         "\"$(printf 'a\\342\\200\\256b')\""},
        {"~", "'~'"},
        {"#", "'#'"},
        {"\xc3\xa9", "'\xc3\xa9'"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(out);
        us_shell_quote(rows[i][0], &out);
        CHECK_STR(out.text, rows[i][1]);
    }
}

/* What a shell makes of the word. */
static us_str echoed(const char *word)
{
    US_AUTOSTR(script);
    us_str_addf(&script, "printf '%%s.' %s", word);
    const char *const argv[] = {"sh", "-c", script.text, NULL};
    us_subprocess_def def = {.argv = argv, .within = 20000};
    us_subprocess subprocess;
    REQUIRE(us_subprocess_run(&def, &subprocess, NULL) == US_OK);
    CHECK_INT(subprocess.code, 0);
    us_str_clear(&subprocess.error_output);
    return subprocess.output;
}

TEST(a_shell_gives_each_text_back)
{
    static const char *const rows[] = {
        "",
        "a",
        "-n",
        "$(touch pw)",
        "`touch pw`;touch pw2",
        "a\nb",
        "a\n\n",
        "\n",
        "\t \r",
        "\x1b[31m",
        "\xff\xfe",
        "\\012",
        "%s%n",
        "it's \"it\"",
        "~/x",
        "*",
        "!!",
        "a=b",
        "#",
        "\xe2\x80\xaemoc.",
        "\n'\n$x\n",
        "&& exit 1;",
        "| cat < /dev/null",
        "{a,b}",
        "[a-z]",
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(word);
        US_AUTOSTR(expected);
        us_shell_quote(rows[i], &word);
        us_str_addf(&expected, "%s.", rows[i]);
        US_AUTO(us_str_clear) us_str found = echoed(word.text);
        us_test_row(rows[i]);
        CHECK_STR(found.text, expected.text);
    }
}

TEST(a_path_is_neither_an_option_nor_a_variable)
{
    static const char *const rows[][2] = {
        {"-rf", "./-rf"},
        {"- x", "'./- x'"},
        {"a=b", "'a=b'"},
        {"a/b", "a/b"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(out);
        us_shell_quote_path(rows[i][0], &out);
        CHECK_STR(out.text, rows[i][1]);
    }
}
