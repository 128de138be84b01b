#include "cli/options.h"

#include <limits.h>
#include <string.h>

#include "base/spelling.h"

static int find_option(const us_command *command, const char *name, size_t length)
{
    for (int i = 0; i < command->option_count; i++) {
        if (strlen(command->options[i].name) == length &&
            memcmp(command->options[i].name, name, length) == 0)
            return i;
    }
    return -1;
}

static us_status fail_unknown(const us_command *command, const char *name, us_error *err)
{
    us_spelling near = us_spelling_start(name);
    for (int i = 0; i < command->option_count; i++)
        us_spelling_add(&near, command->options[i].name);
    us_spelling_add(&near, "--help");
    if (near.best[0])
        return us_error_refuse(err, "%s: no option %.64s; did you mean %s?", command->name, name,
                               near.best);
    return us_error_refuse(err, "%s: no option %.64s; see understudy %s --help", command->name,
                           name, command->name);
}

static us_status take_int(const us_args *args, const us_option *option, const char *text,
                          int64_t *out, us_error *err)
{
    if (option->word && us_text_equal(text, option->word))
        *out = option->low - 1;
    else if (!us_text_to_int(text, option->low, option->high, out))
        return us_error_refuse(
            err, "%s: %s: expected a whole number from %lld to %lld%s%s, found \"%.64s\"",
            args->command->name, option->name, (long long)option->low, (long long)option->high,
            option->word ? " or " : "", option->word ? option->word : "", text);
    return US_OK;
}

static us_status set_value(us_args *args, int i, const char *text, us_error *err)
{
    const us_option *option = &args->command->options[i];
    if (args->option[i].given && !option->many)
        return us_error_refuse(err, "%s: %s is given twice", args->command->name, option->name);
    if (option->high > 0)
        US_TRY(take_int(args, option, text, &args->option[i].number, err));
    else if (!text[0])
        return us_error_refuse(err, "%s: %s: expected %s, found nothing", args->command->name,
                               option->name, option->value);
    if (option->many)
        args->given[args->givens++] = (struct us_call_has_arg){i, text};
    args->option[i].text = text;
    args->option[i].given = true;
    return US_OK;
}

/* Keeps a copy of a secret text, and overwrites the text. */
static const char *take_secret(us_args *args, char *text)
{
    us_mem_free(args->secret);
    args->secret = us_mem_strdup(text);
    memset(text, '*', strlen(text));
    return args->secret;
}

/* Parses the option at argv[*at]. Its value follows after "=", in the next word, or, for short
 * options, directly. */
static us_status parse_option(us_args *args, int argc, char **argv, int *at, us_error *err)
{
    char *word = argv[*at];
    size_t length = strcspn(word, "=");
    char *value = word[length] ? word + length + 1 : NULL;
    int i = find_option(args->command, word, length);
    if (i < 0 && word[1] != '-') {
        i = find_option(args->command, word, 2);
        value = word + 2;
    }
    if (i < 0)
        return fail_unknown(args->command, word, err);
    const us_option *option = &args->command->options[i];
    if (!option->value) {
        if (value && !option->word)
            return us_error_refuse(err, "%s: %s takes no value", args->command->name, option->name);
        if (value && !us_text_equal(value, option->word))
            return us_error_refuse(err, "%s: expected %s or %s=%s, found \"%.64s\"",
                                   args->command->name, option->name, option->name, option->word,
                                   word);
        args->option[i].given = true;
        args->option[i].text = value;
        return US_OK;
    }
    if (!value) {
        if (*at + 1 >= argc)
            return us_error_refuse(err, "%s: %s: expected %s after it", args->command->name,
                                   option->name, option->value);
        value = argv[++*at];
    }
    return set_value(args, i, option->secret ? take_secret(args, value) : value, err);
}

/* Counts the command's arguments. *most: INT_MAX if the last one may be repeated. */
static void count_arguments(const us_command *command, int *least, int *most)
{
    *least = *most = 0;
    for (const char *at = command->arguments; *at; at += strspn(at, " ")) {
        *least += *at != '[';
        ++*most;
        at += strcspn(at, " ");
    }
    if (strstr(command->arguments, "..."))
        *most = INT_MAX;
}

static us_status check_counts(const us_args *args, us_error *err)
{
    const us_command *command = args->command;
    int least, most;
    count_arguments(command, &least, &most);
    if (args->count < least)
        return us_error_refuse(err, "%s: expected %s; see understudy %s --help", command->name,
                               command->arguments, command->name);
    if (args->count > most)
        return us_error_refuse(err, "%s: \"%.64s\" is one too many; see understudy %s --help",
                               command->name, args->argument[most], command->name);
    for (int i = 0; i < command->option_count; i++) {
        if (command->options[i].needed && !args->option[i].given)
            return us_error_refuse(err, "%s: needs %s %s", command->name, command->options[i].name,
                                   command->options[i].value);
    }
    return US_OK;
}

static void set_presets(us_args *args)
{
    for (int i = 0; i < args->command->option_count; i++) {
        const us_option *option = &args->command->options[i];
        args->option[i].text = option->preset;
        if (option->high > 0 && option->preset)
            us_assert(
                us_text_to_int(option->preset, option->low, option->high, &args->option[i].number));
    }
}

static us_status parse(us_args *args, int argc, char **argv, us_error *err)
{
    bool options = true;
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (!options || word[0] != '-' || !word[1]) {
            args->argument[args->count++] = word;
        } else if (us_text_equal(word, "--")) {
            options = false;
        } else if (us_text_equal(word, "--help") || us_text_equal(word, "-h")) {
            args->help = true;
            return US_OK;
        } else {
            US_TRY(parse_option(args, argc, argv, &i, err));
        }
    }
    return check_counts(args, err);
}

us_status us_args_parse(const us_command *command, int argc, char **argv, us_args *out,
                        us_error *err)
{
    us_assert(command->option_count <= US_OPTIONS_MAX);
    us_args args = {.command = command};
    args.argument = US_NEW_ARRAY(const char *, argc + 1);
    args.given = us_mem_alloc_array((size_t)argc + 1, sizeof *args.given);
    set_presets(&args);
    us_status status = parse(&args, argc, argv, err);
    if (status == US_OK)
        *out = args;
    else
        us_args_clear(&args);
    return status;
}

void us_args_clear(us_args *args)
{
    us_mem_free(args->argument);
    us_mem_free(args->given);
    us_mem_free(args->secret);
    *args = (us_args){0};
}

const char *us_args_next(const us_args *args, int option, int *at)
{
    while (*at < args->givens && args->given[*at].option != option)
        ++*at;
    return *at < args->givens ? args->given[(*at)++].text : NULL;
}

/* key: returns the length of the part of a value that must occur once. */
static us_status check_repeats(const us_args *args, int option, size_t (*key)(const char *),
                               us_error *err)
{
    int at = 0;
    for (const char *text; (text = us_args_next(args, option, &at));) {
        int next = at;
        size_t length = key(text);
        for (const char *other; (other = us_args_next(args, option, &next));) {
            if (key(other) != length || memcmp(other, text, length) != 0)
                continue;
            return us_error_refuse(err, "%s: %s %.*s%sis given twice", args->command->name,
                                   args->command->options[option].name,
                                   length > 200 ? 200 : (int)length, text, length > 0 ? " " : "");
        }
    }
    return US_OK;
}

static size_t key_length(const char *text)
{
    const char *mark = strrchr(text, '=');
    return mark ? (size_t)(mark - text) : 0;
}

us_status us_args_check_values(const us_args *args, int option, us_error *err)
{
    return check_repeats(args, option, strlen, err);
}

us_status us_args_check_keys(const us_args *args, int option, us_error *err)
{
    return check_repeats(args, option, key_length, err);
}

void us_option_print_about(const us_option *option, us_str *out)
{
    us_str_add(out, option->about);
    if (option->needed)
        us_str_add(out, " (needed)");
    else if (option->preset)
        us_str_addf(out, " (%s)", option->preset);
}

void us_option_name(const us_option *option, us_str *out)
{
    us_str_add(out, option->name);
    if (!option->value && option->word)
        us_str_addf(out, "[=%s]", option->word);
}

void us_command_print_usage(const us_command *command, us_str *out)
{
    us_str_addf(out, "%s%s%s%s", command->name, command->arguments[0] ? " " : "",
                command->arguments, command->option_count ? " [options]" : "");
}

static void help_option(const us_option *option, us_str *out)
{
    US_AUTOSTR(left);
    us_option_name(option, &left);
    us_str_addf(&left, "%s%s", option->value ? " " : "", option->value ? option->value : "");
    us_str_addf(out, "  %-20s ", left.text);
    us_option_print_about(option, out);
    us_str_add_char(out, '\n');
}

void us_command_print_help(const us_command *command, us_str *out)
{
    us_str_add(out, "understudy ");
    us_command_print_usage(command, out);
    us_str_addf(out, "\n\n%s\n", command->about);
    if (command->more)
        us_str_addf(out, "\n%s\n", command->more);
    if (command->lists)
        command->lists(out);
    us_str_add(out, "\nOptions\n");
    for (int i = 0; i < command->option_count; i++)
        help_option(&command->options[i], out);
    us_str_addf(out, "  %-20s %s\n", "--help", "show this");
    us_str_addf(out, "\nExample\n%s\n", command->example);
}

/* ---- shares */

us_status us_args_read_share(const us_args *args, int option, int64_t low, int64_t high,
                             double *out, us_error *err)
{
    int64_t value;
    if (!us_text_to_decimal(us_args_text(args, option), 6, low, high, &value))
        return us_error_refuse(err, "%s: %s: expected a number from %g to %g, found \"%.64s\"",
                               args->command->name, args->command->options[option].name,
                               (double)low / US_SHARE_ONE, (double)high / US_SHARE_ONE,
                               us_args_text(args, option));
    *out = (double)value / US_SHARE_ONE;
    return US_OK;
}
