#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "experiments/planning.h"
#include "experiments/report/page.h"
#include "experiments/submit.h"

enum { SPEC_MAX = 16 << 20 /* bytes */ };

static void add_fact(us_page *page, const char *name, const char *text)
{
    us_str_addf(page->out, "<dt>%s</dt><dd>", name);
    us_html_add(page->out, text);
    us_str_add(page->out, "</dd>\n");
}

/* ---- machine */

static void add_processor(us_str *out)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof(line), file)) {
        const char *colon = strchr(line, ':');
        if (!us_text_has_prefix(line, "model name") || !colon)
            continue;
        us_str_add(out, ", ");
        us_str_add_bytes(out, colon + 2, strcspn(colon + 2, "\n"));
        break;
    }
    if (file)
        (void)fclose(file);
}

static void add_machine(us_page *page, us_str *text)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    us_str_reset(text);
    if (uname(&name) == 0)
        us_str_addf(text, "%s %s, %s", name.sysname, name.release, name.machine);
    us_str_addf(text, ", %ld core%s", cores, cores == 1 ? "" : "s");
    add_processor(text);
    add_fact(page, "Machine of this report", text->text);
}

/* ---- dates */

static bool time_of(const char *path, time_t *out)
{
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there)
        *out = info.st_mtime;
    return there;
}

static void say_time(time_t time, us_str *out)
{
    struct tm parts;
    char text[32] = "";
    if (gmtime_r(&time, &parts))
        strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &parts);
    us_str_add(out, text);
}

static void add_dates(us_page *page, us_str *text)
{
    us_names names;
    time_t one, first = 0, last = 0, planned;
    us_str path = us_folder_make_path(page->def->folder, "manifest.jsonl");
    us_str_reset(text);
    if (!time_of(path.text, &planned))
        planned = 0;
    us_folder_set_path(page->def->folder, "results", &path);
    if (us_file_list(path.text, ".jsonl", &names, NULL) == US_OK) {
        for (int i = 0; i < names.count; i++) {
            us_str_reset(&path);
            us_str_addf(&path, "%s/results/%s", page->def->folder, names.name[i]);
            if (!time_of(path.text, &one))
                continue;
            first = first == 0 || one < first ? one : first;
            last = one > last ? one : last;
        }
        us_names_free(&names);
    }
    us_str_reset(text);
    /* if the same spec was planned again, the time of the first planning is unknown */
    if (planned != 0 && (last == 0 || planned <= last)) {
        say_time(planned, text);
        add_fact(page, "Planned", text->text);
        us_str_reset(text);
    }
    if (last != 0) {
        say_time(last, text);
        add_fact(page, "Last result", text->text);
    }
    us_str_clear(&path);
}

/* ---- entrants */

static void text_or_none(us_sheet *sheet, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    us_sheet_add_text(sheet, hash != 0 ? text : "");
}

static void add_entrants(us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"as", US_COLUMN_TEXT},  {"name", US_COLUMN_TEXT},     {"agent", US_COLUMN_TEXT},
        {"run", US_COLUMN_TEXT}, {"identity", US_COLUMN_TEXT},
    };
    const us_manifest *m = page->manifest;
    us_sheet *sheet = us_sheet_new(arena, "entrants",
                                   "Who played: identity is a hash of what an agent is; of a "
                                   "library, of its content",
                                   columns, US_COUNT(columns));
    us_str run;
    us_str_init(&run);
    for (int i = 0; i < m->players + m->opponents; i++) {
        bool player = i < m->players;
        const us_entrant *one = player ? &m->player[i] : &m->opponent[i - m->players];
        us_str_reset(&run);
        if (player && one->group)
            us_str_addf(&run, "%lld of %s", (long long)one->run, one->group);
        us_sheet_add_text(sheet, player ? "player" : "opponent");
        us_sheet_add_text(sheet, one->name);
        us_sheet_add_text(sheet, one->agent);
        us_sheet_add_text(sheet, run.text);
        text_or_none(sheet, one->identity);
    }
    us_page_add_sheet(page, sheet);
    us_sheet_free(sheet);
    us_str_clear(&run);
}

static void add_maps(us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"map", US_COLUMN_TEXT}, {"family", US_COLUMN_TEXT}, {"hash", US_COLUMN_TEXT}};
    const us_manifest *m = page->manifest;
    us_sheet *sheet = us_sheet_new(arena, "maps", "Maps", columns, US_COUNT(columns));
    for (int i = 0; i < m->maps; i++) {
        us_sheet_add_text(sheet, m->map[i].name);
        us_sheet_add_text(sheet, m->map[i].family ? m->map[i].family : "");
        text_or_none(sheet, m->map[i].hash);
    }
    us_page_add_sheet(page, sheet);
    us_sheet_free(sheet);
}

/* ---- the spec, and the commands to repeat it */

static void add_spec(us_page *page)
{
    us_str path;
    char *text;
    size_t length;
    us_str_init(&path);
    us_experiment_print_spec_path(page->def->folder, &path);
    if (us_file_read(path.text, SPEC_MAX, &text, &length, NULL) == US_OK) {
        us_str_add(page->out, "<h3>Spec</h3>\n<pre>");
        us_html_add(page->out, text);
        us_str_add(page->out, "</pre>\n");
        us_mem_free(text);
    }
    us_str_clear(&path);
}

/* Adds a number with up to six decimals, as options have them. */
static void add_number(us_str *out, const char *before, double value)
{
    us_str_add(out, before);
    us_str_add_decimal(out, (int64_t)llround(value * 1e6), 6);
}

static void add_name(us_str *out, const char *option, const char *name)
{
    if (!name)
        return;
    us_str_add(out, option);
    us_shell_quote(name, out);
}

/* Adds the options that differ from the defaults. */
static void add_comparison_options(const us_comparison_def *def, us_str *out)
{
    us_comparison_def preset = us_comparison_def_default();
    add_name(out, " --baseline ", def->baseline);
    add_name(out, " --player ", def->challenger);
    if (def->level != preset.level)
        add_number(out, " --level ", def->level);
    if (def->margin != preset.margin)
        add_number(out, " --margin ", def->margin);
    if (def->scope != US_MAP_SCOPE_UNSAID)
        us_str_addf(out, " --scope %s", us_map_scope_option(def->scope));
    if (def->sprt) {
        add_number(out, " --sprt ", def->sprt->delta0);
        add_number(out, ":", def->sprt->delta1);
    }
    if (def->seed != preset.seed)
        us_str_addf(out, " --seed %llu", (unsigned long long)def->seed);
    us_str_add(out, def->unmatched ? " --unmatched" : "");
    us_str_add(out, def->leaky ? " --leaky" : "");
}

static void add_commands(us_page *page, us_str *text)
{
    enum { RUN, COMPARE, REPORT };
    static const char *const verbs[] = {[RUN] = "run", [COMPARE] = "compare", [REPORT] = "report"};
    const us_report_def *def = page->def;
    us_str_reset(text);
    us_str_addf(text, "%s experiment plan spec.json -o again\n", def->command);
    for (int i = 0; i < US_COUNT(verbs); i++) {
        us_str_addf(text, "%s experiment %s again", def->command, verbs[i]);
        if (i != RUN)
            add_comparison_options(&def->compare, text);
        else if (page->manifest->stopped_by)
            us_str_add(text, page->manifest->stopped_by);
        if (i == REPORT)
            add_name(text, " --timeline ", def->timeline);
        us_str_add_char(text, '\n');
    }
    us_str_add(page->out,
               "<h3>To do it again</h3>\n<p>With the spec below, where the files that it "
               "names lie:</p>\n<pre>");
    us_html_add(page->out, text->text);
    us_str_add(page->out, "</pre>\n");
}

static void add_facts(us_page *page, us_str *text)
{
    const us_manifest *m = page->manifest;
    us_str path;
    us_hash hash;
    char hex[17];
    us_str_init(&path);
    add_fact(page, "Planned by", m->program ? m->program : "(not told)");
    us_str_reset(text);
    us_str_addf(text, "understudy %s, ", us_version_current()->number);
    us_version_print(text);
    add_fact(page, "Report by", text->text);
    add_machine(page, text);
    us_str_reset(text);
    if (us_workers_print_hosts(m, text) > 0)
        add_fact(page, "Played on", text->text);
    add_dates(page, text);
    us_folder_print_path(page->def->folder, "manifest.jsonl", &path);
    if (us_file_hash(path.text, &hash, NULL) == US_OK) {
        us_hash_print(hash, hex);
        add_fact(page, "Manifest", hex);
    }
    us_hash_print(m->engine, hex);
    add_fact(page, "Engine", hex);
    us_str_reset(text);
    us_str_addf(text, "%s, at most %d cycles a game%s", m->domain, (int)m->max_cycles,
                m->fog ? ", fog" : "");
    add_fact(page, "Domain", text->text);
    us_str_clear(&path);
}

void us_page_add_provenance(us_page *page)
{
    us_arena *arena = us_arena_new();
    us_str text;
    us_str_init(&text);
    us_page_begin_section(page, "provenance", "Where this comes from");
    us_str_add(page->out, "<dl>\n");
    add_facts(page, &text);
    us_str_add(page->out, "</dl>\n");
    add_commands(page, &text);
    add_spec(page);
    add_entrants(page, arena);
    add_maps(page, arena);
    us_page_end_section(page);
    us_str_clear(&text);
    us_arena_free(arena);
}
