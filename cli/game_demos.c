#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"
#include "players/players.h"
#include "traces/reader.h"

enum { JSON, DOMAIN };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "print a list of JSON objects"},
    [DOMAIN] = US_OPTION_DOMAIN,
};

typedef struct listing {
    bool json;
    us_json_writer writer;
    us_str *out;
} listing;

static const char *player_of(const us_trace_header *header, int seat)
{
    return seat >= 0 && seat < header->seats ? header->seat[seat].player : "";
}

/* Appends the players of all other seats. */
static void add_opponents(const us_trace_header *header, int seat, us_str *out)
{
    for (int i = 0; i < header->seats; i++)
        if (i != seat)
            us_str_addf(out, "%s%s", out->length ? ", " : "", player_of(header, i));
}

static bool demonstrates(const char *player)
{
    return us_text_has_prefix(player, "expert:") || us_text_equal(player, us_human_kind.prefix);
}

/* Lists a demonstration: its expert's seat and the opponents. */
static void list_one(listing *l, const char *name, const us_trace_header *header)
{
    US_AUTOSTR(opponents);
    int seat = 0;
    while (seat < header->seats && !demonstrates(header->seat[seat].player))
        seat++;
    if (seat < header->seats)
        add_opponents(header, seat, &opponents);
    if (l->json) {
        us_json_write_open(&l->writer, '{');
        us_json_write_key_string(&l->writer, "name", name);
        us_json_write_key_string(&l->writer, "map", header->map);
        us_json_write_key_u64(&l->writer, "seed", header->seed);
        us_json_write_key_string(&l->writer, "expert", player_of(header, seat));
        us_json_write_key_int(&l->writer, "seat", seat);
        us_json_write_key_string(&l->writer, "opponent", opponents.text);
        us_json_write_close(&l->writer, '}');
        return;
    }
    us_str_addf(l->out, "%-24s %-12s %4llu  %-16s %4d  %s\n", name, header->map,
                (unsigned long long)header->seed, player_of(header, seat), seat, opponents.text);
}

static us_status list(listing *l, const char *folder, const us_names *files, us_error *err)
{
    US_AUTOSTR(path);
    for (int i = 0; i < files->count; i++) {
        US_AUTOPTR(us_trace) trace = NULL;
        us_str_reset(&path);
        us_str_addf(&path, "%s%s", folder, files->name[i]);
        US_TRY(us_trace_open(path.text, &trace, err));
        *strrchr(files->name[i], '.') = '\0';
        list_one(l, files->name[i], us_trace_get_header(trace));
    }
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_names_free) us_names files = {0};
    listing l = {.json = us_args_is_given(args, JSON), .out = out};
    US_AUTOSTR(folder);
    US_TRY(us_data_find_domain_file(us_args_text(args, DOMAIN), "demos/", &folder, err));
    if (us_file_exists(folder.text)) /* otherwise the domain ships none */
        US_TRY(us_file_list(folder.text, ".jsonl", &files, err));
    if (l.json)
        l.writer = us_json_writer_begin(out, '[');
    else
        us_str_addf(out, "%-24s %-12s %4s  %-16s %4s  %s\n", "demonstration", "map", "seed",
                    "expert", "seat", "opponent");
    us_status status = list(&l, folder.text, &files, err);
    if (l.json)
        us_json_writer_end(&l.writer, ']');
    if (status != US_OK)
        us_str_reset(out);
    return status;
}

const us_command us_command_game_demos = {
    .name = "game demos",
    .arguments = "",
    .about = "list the shipped demonstrations",
    .more =
        "Specs of experiments name them in \"learn\". Each is a trace with its goals beside it:\n"
        "domains/DOMAIN/demos/NAME.jsonl.",
    .example = "  understudy game demos --json",
    US_OPTIONS(options),
    .run = run,
};
