#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "understudy/studio.h"

enum { PORT, TOKEN_FILE, TOKEN };
enum { TOKEN_FILE_MAX = 4096 }; /* bytes */

#define VARIABLE "UNDERSTUDY_TOKEN"

static const us_option options[] = {
    [PORT] = {"--port", "N", "the port; 0: any free one", 0, 65535, "0"},
    [TOKEN_FILE] = {"--token-file", "FILE", "a file with the token of the address; else random"},
    [TOKEN] = {"--token", "TEXT", "the token itself: letters and digits", .secret = true},
};

/* ---- the token */

/* Other users can read the secret in such a file. The owner may want that, so it is no error. */
static void warn_readable(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && info.st_mode & (S_IRGRP | S_IROTH))
        us_out_log("%s: other users can read this token; chmod 600 prevents that", path);
}

/* Reads the first line of a file of one line. */
static us_status read_token(const char *path, us_str *token, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, TOKEN_FILE_MAX, &text, &length, err));
    size_t first = strcspn(text, "\r\n"), end = first + strspn(text + first, "\r\n");
    if (first == 0 || end != length)
        return us_error_set(err, US_BAD_INPUT, path, 1, 0,
                            "expected one line with the token, found %s",
                            length == 0  ? "an empty file"
                            : first == 0 ? "an empty line"
                                         : "more than one line");
    us_str_add_bytes(token, text, first);
    warn_readable(path);
    return US_OK;
}

/* Appends the token that the person chose; nothing: the studio draws one. */
static us_status find_token(const us_args *args, us_str *token, us_error *err)
{
    const char *variable = us_env_get(VARIABLE);
    if (us_args_is_given(args, TOKEN) && us_args_is_given(args, TOKEN_FILE))
        return us_error_refuse(err, "studio: --token and --token-file are given: expected one");
    if (us_args_is_given(args, TOKEN_FILE))
        return read_token(us_args_text(args, TOKEN_FILE), token, err);
    if (us_args_is_given(args, TOKEN))
        us_str_add(token, us_args_text(args, TOKEN));
    else if (variable)
        us_str_add(token, variable);
    return US_OK;
}

static void print_address(void *context, const char *address)
{
    (void)context;
    printf("%s\n", address);
    fflush(stdout);
    us_out_log("open that address in a browser on this machine; Ctrl-C ends the studio");
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    static const char *const here[] = {"."};
    (void)out;
    us_studio_def def = us_studio_def_default();
    def.folder = args->count ? args->argument : here;
    def.folders = args->count ? args->count : 1;
    def.port = (int)us_args_int(args, PORT);
    US_AUTOSTR(token);
    US_TRY(find_token(args, &token, err));
    def.token = token.length ? token.text : NULL;
    def.ready = print_address;
    def.stop = us_interrupt_is_pending;
    return us_studio_run(&def, err);
}

const us_command us_command_studio = {
    .name = "studio",
    .arguments = "[FOLDER...]",
    .about = "play, label, watch and compare in a browser",
    .more =
        "Serves pages on this machine only, at the address that it prints. The pages read and\n"
        "write files below the folders, and nothing else; without a folder, the present one is\n"
        "used. Shipped data can be read, too. Anybody who has the address can use the pages.\n"
        "\n"
        "The token makes the address a secret. It is drawn anew, unless it comes from --token\n"
        "or --token-file, or else from the environment (UNDERSTUDY_TOKEN). Other users of the\n"
        "machine see the words of a command while it starts, so they may see --token TEXT.\n"
        "They see neither the file nor the environment.",
    .example = "  understudy studio traces libraries\n",
    US_OPTIONS(options),
    .run = run,
};
