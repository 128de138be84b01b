#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/shell.h"
#include "base/sort.h"
#include "base/version.h"
#include "experiments/design/entrants.h"
#include "experiments/design/planned_by.h"
#include "experiments/design/planning.h"
#include "experiments/design/spec.h"
#include "experiments/report/page.h"
#include "experiments/run/results.h"

/* ---- a document */

/* A document of headings, paragraphs, facts, code and tables, written as HTML, Markdown or LaTeX.
 * All texts are escaped. */
typedef struct document {
    us_sheet_form form; /* US_FORM_HTML, US_FORM_MARKDOWN or US_FORM_LATEX */
    us_str *out;        /* is appended to; borrowed */
    bool in_facts;      /* private: a list of facts is open */
} document;

/* What a form writes around each kind of block. */
typedef struct marks {
    const char *heading[2], *paragraph[2], *facts[2], *fact[3], *code[2], *table[2];
    void (*add)(us_str *out, const char *text);
} marks;

static const marks html = {
    .heading = {"<h3>", "</h3>\n"},
    .paragraph = {"<p>", "</p>\n"},
    .facts = {"<dl>\n", "</dl>\n"},
    .fact = {"<dt>", "</dt><dd>", "</dd>\n"},
    .code = {"<pre>", "</pre>\n"},
    .table = {"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table: ",
              "</div>\n"},
    .add = us_html_add,
};
static const marks markdown = {
    .heading = {"\n## ", "\n"},
    .paragraph = {"\n", "\n"},
    .facts = {"\n", ""},
    .fact = {"- **", ":** ", "\n"},
    .code = {"\n", ""},
    .table = {"\n", ""},
    .add = us_markdown_add,
};
static const marks latex = {
    .heading = {"\n\\subsection*{", "}\n"},
    .paragraph = {"\n", "\n"},
    .facts = {"\n\\begin{description}\n", "\\end{description}\n"},
    .fact = {"\\item[", "] ", "\n"},
    .code =
        {"\n{\\footnotesize\\ttfamily\\frenchspacing\\raggedright\\setlength{\\parindent}{0pt}\n",
         "}\n"},
    .table = {"\n", ""},
    .add = us_latex_add,
};

static const marks *marks_of(const document *d)
{
    return d->form == US_FORM_HTML ? &html : d->form == US_FORM_LATEX ? &latex : &markdown;
}

static void close_facts(document *d)
{
    if (d->in_facts)
        us_str_add(d->out, marks_of(d)->facts[1]);
    d->in_facts = false;
}

static void add_block(document *d, const char *const around[2], const char *text)
{
    close_facts(d);
    us_str_add(d->out, around[0]);
    marks_of(d)->add(d->out, text);
    us_str_add(d->out, around[1]);
}

static void document_add_heading(document *d, const char *text)
{
    add_block(d, marks_of(d)->heading, text);
}

/* Adds a fact; consecutive ones are one list. Adds nothing if the text is "". */
static void document_add_fact(document *d, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void document_add_fact(document *d, const char *name, const char *format, ...)
{
    const marks *m = marks_of(d);
    US_AUTOSTR(text);
    va_list args;
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    if (text.length == 0)
        return;
    if (!d->in_facts)
        us_str_add(d->out, m->facts[0]);
    d->in_facts = true;
    us_str_add(d->out, m->fact[0]);
    m->add(d->out, name);
    us_str_add(d->out, m->fact[1]);
    m->add(d->out, text.text);
    us_str_add(d->out, m->fact[2]);
}

/* ---- code */

/* Markdown: four spaces, so that no line ends the block. LaTeX: a paragraph for each line, since
 * its own environment ends at a text that a name could hold; an apostrophe is straight. */
static void add_code_line(const document *d, const char *line)
{
    if (d->form == US_FORM_MARKDOWN) {
        us_str_add(d->out, "    ");
        us_str_add_printable(d->out, line, strlen(line));
        us_str_add(d->out, "\n");
        return;
    }
    for (; *line == ' '; line++)
        us_str_add(d->out, "\\ ");
    while (*line) {
        US_AUTOSTR(part);
        size_t length = strcspn(line, "'");
        us_str_add_bytes(&part, line, length);
        us_latex_add(d->out, part.text);
        line += length;
        if (*line == '\'') {
            us_str_add(d->out, "{\\char13}");
            line++;
        }
    }
    us_str_add(d->out, "\\par\n");
}

static void document_add_code(document *d, const char *text)
{
    const marks *m = marks_of(d);
    US_AUTOSTR(line);
    close_facts(d);
    us_str_add(d->out, m->code[0]);
    if (d->form == US_FORM_HTML)
        us_html_add(d->out, text);
    while (d->form != US_FORM_HTML && *text) {
        us_str_reset(&line);
        for (; *text && *text != '\n'; text++)
            if (*text == '\t')
                us_str_add(&line, "    ");
            else
                us_str_add_char(&line, *text);
        add_code_line(d, line.text);
        text += *text == '\n';
    }
    us_str_add(d->out, m->code[1]);
}

/* ---- tables */

static void document_add_sheet(document *d, us_sheet *sheet)
{
    const marks *m = marks_of(d);
    close_facts(d);
    if (us_sheet_rows(sheet) > 0) {
        us_str_add(d->out, m->table[0]);
        if (d->form == US_FORM_HTML)
            us_str_addf(d->out, "%s\">\n", sheet->name);
        us_sheet_print(sheet, d->form, d->out);
        us_str_add(d->out, m->table[1]);
    }
    us_sheet_free(sheet);
}

/* ---- entrants */

static void text_or_none(us_sheet *sheet, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    US_SHEET_ADD(sheet, us_cell_text(hash != 0 ? text : ""));
}

static void add_entrants(document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"as", US_COLUMN_TEXT},  {"name", US_COLUMN_TEXT},     {"agent", US_COLUMN_TEXT},
        {"run", US_COLUMN_TEXT}, {"identity", US_COLUMN_TEXT},
    };
    const us_manifest *m = page->manifest;
    us_sheet *sheet = us_sheet_new(arena, "entrants",
                                   "Players and opponents: identity is a hash of what an agent is; "
                                   "of a library, of its content",
                                   columns, US_COUNT(columns));
    US_AUTOSTR(run);
    for (int i = 0; i < m->players + m->opponents; i++) {
        bool player = i < m->players;
        const us_entrant *one = player ? &m->player[i] : &m->opponent[i - m->players];
        us_str_reset(&run);
        if (player && one->group)
            us_str_addf(&run, "%lld of %s", (long long)one->run, one->group);
        US_SHEET_ADD(sheet, us_cell_text(player ? "player" : "opponent"), us_cell_text(one->name),
                     us_cell_text(one->agent), us_cell_text(run.text));
        text_or_none(sheet, one->identity);
    }
    document_add_sheet(d, sheet);
}

static void add_maps(document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"map", US_COLUMN_TEXT}, {"family", US_COLUMN_TEXT}, {"hash", US_COLUMN_TEXT}};
    const us_manifest *m = page->manifest;
    us_sheet *sheet = us_sheet_new(arena, "maps", "Maps", columns, US_COUNT(columns));
    for (int i = 0; i < m->maps; i++) {
        US_SHEET_ADD(sheet, us_cell_text(m->map[i].name),
                     us_cell_text(m->map[i].family ? m->map[i].family : ""));
        text_or_none(sheet, m->map[i].hash);
    }
    document_add_sheet(d, sheet);
}

/* ---- libraries */

static void print_list(const char *const *list, int count, us_str *out)
{
    for (int i = 0; i < count; i++)
        us_str_addf(out, "%s%s", i > 0 ? ", " : "", list[i]);
}

static void print_search(const us_spec_library *library, us_str *out)
{
    const us_spec_training *t = library->training;
    us_str_addf(out, "%s%s, adapted by a search%s in %d round%s of at most %d games on ",
                library->of, t->settings ? t->settings : "", t->like ? " of random changes" : "",
                t->rounds, t->rounds == 1 ? "" : "s", t->budget);
    for (int i = 0; i < t->map_count; i++)
        us_str_addf(out, "%s%s", i > 0 ? ", " : "", t->map[i].map);
    if (t->map_count == 0) {
        us_str_add(out, "generated maps (");
        print_list(t->family, t->families, out);
        us_str_add(out, "; sizes ");
        for (int i = 0; i < t->sizes; i++)
            us_str_addf(out, "%s%d", i > 0 ? ", " : "", t->size[i]);
        us_str_add(out, ")");
    }
    us_str_add(out, " against ");
    print_list(t->against, t->against_count, out);
    us_str_add(out, t->no_winners ? ", without donors" : t->donors > 0 ? ", with the donors " : "");
    print_list(t->donor, t->donors, out);
}

static void print_origin(const us_spec_library *library, us_str *out)
{
    const us_spec_training *t = library->training;
    if (!library->of) {
        us_str_add(out, "learned from ");
        print_list(library->demo, library->demos, out);
        us_str_addf(out, "%s%s", library->relax ? ", relaxed" : "",
                    library->literal ? ", literal" : "");
        if (library->sizes > 0)
            us_str_addf(out, ", in %d sizes", library->sizes);
    } else if (!t) {
        us_str_addf(out, "%s of %s, shuffled", library->states ? "states" : "goals", library->of);
    } else if (t->daemons) {
        us_str_addf(out, "%s with all daemons of the failure patterns", library->of);
    } else if (t->budget > 0) {
        print_search(library, out);
    } else {
        us_str_addf(out, "%s%s, adapted in %d round%s of %d games on %d map%s against ",
                    library->of, t->settings ? t->settings : "", t->rounds,
                    t->rounds == 1 ? "" : "s", t->games, t->maps, t->maps == 1 ? "" : "s");
        print_list(t->against, t->against_count, out);
        us_str_add(out, ", without proof");
    }
    if (library->draws > 1)
        us_str_addf(out, ", %d times", library->draws);
    if (library->of)
        us_str_addf(out, ", seed %lld", (long long)library->seed);
}

static void add_recipes(document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {{"library", US_COLUMN_TEXT},
                                              {"made", US_COLUMN_TEXT}};
    US_AUTOPTR(us_spec) spec = NULL;
    US_AUTOSTR(text);
    us_experiment_print_spec_path(page->def->folder, &text);
    if (us_spec_read(text.text, NULL, 0, &spec, NULL) == US_OK) {
        us_sheet *sheet = us_sheet_new(arena, "recipes", "How the libraries were made", columns,
                                       US_COUNT(columns));
        for (int i = 0; i < spec->libraries; i++) {
            us_str_reset(&text);
            print_origin(&spec->library[i], &text);
            US_SHEET_ADD(sheet, us_cell_text(spec->library[i].name), us_cell_text(text.text));
        }
        document_add_sheet(d, sheet);
    }
}

/* The games that led to each library: no experiment may test it on them. */
static void add_libraries(document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},         {"identity", US_COLUMN_TEXT},
        {"demonstrations", US_COLUMN_TEXT}, {"maps_seen", US_COLUMN_COUNT},
        {"seeds_seen", US_COLUMN_COUNT},    {"games_without_seed", US_COLUMN_COUNT},
    };
    const us_manifest *m = page->manifest;
    us_sheet *sheet =
        us_sheet_new(arena, "origins",
                     "Origins of the libraries: the numbers of demonstrations, and of "
                     "maps and seeds of the games that led to them",
                     columns, US_COUNT(columns));
    US_AUTOSTR(size);
    for (int i = 0; i < m->players; i++) {
        if (!us_text_has_prefix(m->player[i].agent, "library:"))
            continue;
        US_AUTO(us_seen_games_clear) us_seen_games seen = us_seen_games_from_entrant(&m->player[i]);
        us_str_reset(&size);
        if (m->player[i].size >= 0)
            us_str_add_int(&size, m->player[i].size);
        US_SHEET_ADD(sheet, us_cell_text(m->player[i].name));
        text_or_none(sheet, m->player[i].identity);
        US_SHEET_ADD(sheet, us_cell_text(size.text), us_cell_count(seen.maps),
                     us_cell_count(seen.seeds), us_cell_count(seen.seedless));
    }
    document_add_sheet(d, sheet);
}

static void add_origins(document *d, const us_page *page)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    document_add_heading(d, "Players, libraries and maps");
    add_entrants(d, page, arena);
    add_recipes(d, page, arena);
    add_libraries(d, page, arena);
    add_maps(d, page, arena);
}

/* The appendix on reproducibility: as a section of the page, and as files for papers. */

enum { SPEC_MAX = 16 << 20 /* bytes */ };

/* ---- machine */

static void add_processor(us_str *out)
{
    static const char member[] = "\nmodel name";
    char text[16 * 1024]; /* of the first processor at least */
    text[us_file_read_head("/proc/cpuinfo", text, sizeof text - 1)] = '\0';
    const char *at = strstr(text, member);
    const char *colon = at ? strchr(at, ':') : NULL;
    if (!colon || strlen(colon) < 2)
        return;
    us_str_add(out, ", ");
    us_str_add_bytes(out, colon + 2, strcspn(colon + 2, "\n"));
}

static void add_machine(document *d, us_str *text)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    us_str_reset(text);
    if (uname(&name) == 0)
        us_str_addf(text, "%s %s, %s", name.sysname, name.release, name.machine);
    us_str_addf(text, ", %ld core%s", cores, cores == 1 ? "" : "s");
    add_processor(text);
    document_add_fact(d, "Machine of this report", "%s", text->text);
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

static void print_time(time_t time, us_str *out)
{
    struct tm parts;
    char text[32] = "";
    if (gmtime_r(&time, &parts))
        strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &parts);
    us_str_add(out, text);
}

static void add_dates(document *d, const us_page *page, us_str *text)
{
    US_AUTO(us_names_free) us_names names = {0};
    time_t one, first = 0, last = 0, planned;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(page->def->folder, "manifest.jsonl");
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
    }
    us_str_reset(text);
    /* if the same spec was planned again, the time of the first planning is unknown */
    if (planned != 0 && (last == 0 || planned <= last)) {
        print_time(planned, text);
        document_add_fact(d, "Planned", "%s", text->text);
        us_str_reset(text);
    }
    if (last != 0) {
        print_time(last, text);
        document_add_fact(d, "Last result", "%s", text->text);
    }
}

/* ---- the commands to repeat it */

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

static void add_commands(document *d, const us_page *page, us_str *text)
{
    enum { RUN, COMPARE, REPORT };
    static const char *const verbs[] = {[RUN] = "run", [COMPARE] = "compare", [REPORT] = "report"};
    const us_report_def *def = page->def;
    us_str_reset(text);
    us_shell_quote_path(def->command, text);
    us_str_add(text, " experiment plan spec.json -o again\n");
    for (int i = 0; i < US_COUNT(verbs); i++) {
        us_shell_quote_path(def->command, text);
        us_str_addf(text, " experiment %s again", verbs[i]);
        if (i != RUN)
            add_comparison_options(&def->compare, text);
        else if (page->manifest->stopped_by)
            us_str_add(text, page->manifest->stopped_by);
        if (i == REPORT) {
            us_str_add(text, def->pdf ? " --figures pdf" : "");
            add_name(text, " --timeline ", def->timeline);
        }
        us_str_add_char(text, '\n');
    }
    document_add_heading(d, "To do it again");
    add_block(d, marks_of(d)->paragraph, "With the spec below, where the files that it names lie:");
    document_add_code(d, text->text);
}

/* ---- the program and the experiment */

static void add_hash_fact(document *d, const char *name, us_hash hash)
{
    char hex[17];
    us_hash_print(hash, hex);
    document_add_fact(d, name, "%s", hex);
}

static void add_unknown(document *d, const char *name, const us_error *why)
{
    char text[1024];
    document_add_fact(d, name, "unknown: %s", us_error_print(why, text, sizeof(text)));
}

/* A file that is not there has no fact, one that cannot be read has the reason. */
static void add_file_hash(document *d, const us_page *page, const char *name, const char *file)
{
    us_hash hash;
    us_error why = {0};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(page->def->folder, file);
    if (us_file_hash(path.text, &hash, &why) == US_OK)
        add_hash_fact(d, name, hash);
    else if (us_file_exists(path.text))
        add_unknown(d, name, &why);
}

static void add_software(document *d, const us_page *page, us_str *text)
{
    const us_manifest *m = page->manifest;
    US_AUTOPTR(us_domain) domain = NULL;
    document_add_heading(d, "Program and game");
    us_str_reset(text);
    us_planned_by_print(page->def->folder, m->program ? m->program : "unknown", text);
    document_add_fact(d, "Planned by", "%s", text->text);
    us_str_reset(text);
    us_str_addf(text, "understudy %s, ", us_version_current()->number);
    us_version_print(text);
    document_add_fact(d, "Report by", "%s", text->text);
    us_str_reset(text);
    us_str_addf(text, "%s, at most %d cycles a game%s", m->domain, (int)m->max_cycles,
                m->fog ? ", fog" : "");
    for (int i = 0; i < 2; i++)
        if (m->faction[i])
            us_str_addf(text, ", faction %s in seat %d", m->faction[i], i);
    if (m->timeout_ms > 0)
        us_str_addf(text, ", at most %g s a game", (double)m->timeout_ms / 1000);
    document_add_fact(d, "Domain", "%s", text->text);
    us_error why = {0};
    if (us_domain_load_shipped(m->domain, &domain, &why) == US_OK)
        add_hash_fact(d, "Hash of the domain", domain->hash);
    else
        add_unknown(d, "Hash of the domain", &why);
    add_hash_fact(d, "Hash of the rules", m->engine);
    add_file_hash(d, page, "Hash of the spec", "spec.json");
    add_file_hash(d, page, "Hash of the list of games", "manifest.jsonl");
    add_dates(d, page, text);
}

/* ---- sizes and seeds */

static int compare_seeds(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* "8, from 1001 to 1008" */
static void print_seeds(const us_manifest *m, us_str *out)
{
    US_AUTOFREE uint64_t *seed = US_NEW_ARRAY(uint64_t, m->games + 1);
    int64_t count = 0;
    for (int64_t i = 0; i < m->games; i++)
        seed[i] = m->game[i].seed;
    us_array_sort(seed, (size_t)m->games, sizeof(uint64_t), compare_seeds);
    for (int64_t i = 0; i < m->games; i++)
        count += i == 0 || seed[i] != seed[i - 1];
    if (count > 0)
        us_str_addf(out, "%lld, from %llu", (long long)count, (unsigned long long)seed[0]);
    if (count > 1)
        us_str_addf(out, " to %llu", (unsigned long long)seed[m->games - 1]);
}

static int compare_families(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "open (4), ridge (4)" */
static void print_families(const us_manifest *m, us_str *out)
{
    US_AUTOFREE const char **family = US_NEW_ARRAY(const char *, m->maps + 1);
    for (int i = 0; i < m->maps; i++)
        family[i] = m->map[i].family ? m->map[i].family : "none";
    us_array_sort(family, (size_t)m->maps, sizeof(*family), compare_families);
    for (int i = 0, end; i < m->maps; i = end) {
        for (end = i + 1; end < m->maps && us_text_equal(family[end], family[i]); end++)
            ;
        us_str_addf(out, "%s%s (%d)", i > 0 ? ", " : "", family[i], end - i);
    }
}

static void print_runs(const us_comparison *c, us_str *out)
{
    bool grouped = false;
    for (int i = 0; i < c->sides; i++)
        if (c->side[i].runs > 0) {
            us_str_addf(out, "%s%s: %d", grouped ? ", " : "", c->side[i].name, c->side[i].runs);
            grouped = true;
        }
    us_str_add(out, grouped ? "; every other player: 1" : "1 of each player");
}

static void print_left_out(const us_comparison *c, const us_standing *all, us_str *out)
{
    int64_t unmatched = 0, repeats = 0;
    for (int i = 0; i < c->count; i++) {
        unmatched += c->versus[i].unmatched;
        repeats += c->versus[i].repeats;
    }
    us_str_addf(out,
                "%lld games not played; %lld games without a result, because a program other than "
                "the player's failed",
                (long long)(all->games - all->played), (long long)all->no_result);
    us_str_addf(out, "; %lld games without a partner; %lld pairs that repeat others",
                (long long)unmatched, (long long)repeats);
    us_str_addf(out, ". Counted as lost: %lld crashes, %lld timeouts.",
                (long long)(all->end[US_ROW_CRASH] - all->no_result),
                (long long)all->end[US_ROW_TIMEOUT]);
}

static void add_sizes(document *d, const us_page *page, const us_standing *all, us_str *text)
{
    const us_manifest *m = page->manifest;
    document_add_heading(d, "Sizes");
    document_add_fact(
        d, "Games", "%lld planned, %lld played: %d player%s against %d opponent%s on %d map%s",
        (long long)all->games, (long long)all->played, m->players, m->players == 1 ? "" : "s",
        m->opponents, m->opponents == 1 ? "" : "s", m->maps, m->maps == 1 ? "" : "s");
    us_str_reset(text);
    print_families(m, text);
    document_add_fact(d, "Maps of each family", "%s", text->text);
    us_str_reset(text);
    print_seeds(m, text);
    document_add_fact(d, "Seeds of games", "%s", text->text);
    us_str_reset(text);
    print_runs(page->comparison, text);
    document_add_fact(d, "Runs (libraries learned or adapted anew)", "%s", text->text);
    us_str_reset(text);
    print_left_out(page->comparison, all, text);
    document_add_fact(d, "Left out", "%s", text->text);
}

/* ---- statistics */

static bool repeats_runs(const us_comparison *c)
{
    bool found = false;
    for (int i = 0; i < c->count; i++)
        found |= c->versus[i].effect.runs > 1;
    return found;
}

static void print_interval(const us_comparison *c, us_str *out)
{
    bool maps = us_comparison_atlas(c) != NULL;
    us_str_addf(out, "Student's t at %g%%, over %s, with Satterthwaite's degrees of freedom",
                c->def.level * 100,
                maps ? "maps, with families as strata"
                     : "pairs, with cells (map and opponent) as strata");
    if (repeats_runs(c))
        us_str_add(out, "; with two or more runs, also over runs");
}

static void print_correction(const us_comparison *c, us_str *out)
{
    if (c->count < 2)
        us_str_add(out, "none: one comparison");
    else
        us_str_addf(out,
                    "Bonferroni for the intervals of %d verdicts (%.4g%% each); Holm for the p "
                    "values of the sign-flip test and of families",
                    c->count, 100 - (100 - 100 * c->def.level) / c->count);
}

static void add_statistics(document *d, const us_page *page, us_str *text)
{
    const us_comparison *c = page->comparison;
    document_add_heading(d, "Statistics");
    document_add_fact(d, "Claim", "%s",
                      us_comparison_atlas(c) ? "about unplayed maps of the same families"
                                             : "about the played maps alone");
    document_add_fact(d, "Effect",
                      "the mean difference of scores (win 1, draw 1/2, loss 0) of games that are "
                      "paired by map, opponent, seat and seed");
    us_str_reset(text);
    print_interval(c, text);
    document_add_fact(d, "Interval", "%s", text->text);
    us_str_reset(text);
    print_correction(c, text);
    document_add_fact(d, "Correction for several comparisons", "%s", text->text);
    document_add_fact(d, "Tests beside the interval, two-sided",
                      "McNemar (exact, mid-p), Wilcoxon's signed ranks with Pratt's zeros, "
                      "sign flips");
    document_add_fact(d, "Bootstrap", "%d samples; seed %llu, also of the sign flips", c->def.draws,
                      (unsigned long long)c->def.seed);
    us_str_reset(text);
    if (c->def.margin > 0)
        us_str_addf(text, "%g of a game", c->def.margin);
    document_add_fact(d, "Margin of equivalence", "%s", text->text);
    document_add_fact(d, "Power", "%g, of the units that a difference needs", c->def.power);
    document_add_fact(d, "Stopped early", "%s",
                      page->manifest->stopped ? page->manifest->stopped : "no");
}

/* ---- compute */

static void add_compute(document *d, const us_page *page, const us_standing *all, us_str *text)
{
    document_add_heading(d, "Compute");
    us_str_reset(text);
    if (us_workers_print_hosts(page->manifest, text) > 0)
        document_add_fact(d, "Played on", "%s", text->text);
    us_str_reset(text);
    if (all->us > 0 && all->played > 0)
        us_str_addf(text,
                    "%.1f s of one core, %.3f s a game on average. Planning (learning and "
                    "adaptation) is not included.",
                    (double)all->us / 1e6, (double)all->us / 1e6 / (double)all->played);
    document_add_fact(d, "Time of all games", "%s", text->text);
    add_machine(d, text);
}

/* ---- the spec, and the citation */

static void add_spec(document *d, const us_page *page)
{
    US_AUTOSTR(path);
    char *text;
    size_t length;
    us_experiment_print_spec_path(page->def->folder, &path);
    us_error why = {0};
    if (us_file_read(path.text, SPEC_MAX, &text, &length, &why) == US_OK) {
        document_add_heading(d, "Spec");
        document_add_code(d, text);
        us_mem_free(text);
    } else if (us_file_exists(path.text)) {
        document_add_heading(d, "Spec");
        add_unknown(d, "Spec", &why);
    }
}

/* CITATION.cff has the same. */
static void add_citation(document *d, us_str *text)
{
    const us_version *here = us_version_current();
    us_str_reset(text);
    us_str_addf(text,
                "@software{understudy,\n"
                "  author  = {{The Understudy developers}},\n"
                "  title   = {Understudy: game AI that learns from demonstrations and repairs what "
                "it learned},\n"
                "  version = {%s},\n",
                here->number);
    if (here->date[0])
        us_str_addf(text, "  date    = {%s},\n", here->date);
    if (here->commit[0])
        us_str_addf(text, "  note    = {commit %s},\n", here->commit);
    us_str_add(text, "  license = {GPL-3.0-or-later},\n}\n");
    document_add_heading(d, "How to cite the program");
    document_add_code(d, text->text);
}

/* ---- all */

static void add_all(document *d, const us_page *page)
{
    us_standing all = us_results_compute_standing(page->manifest);
    US_AUTOSTR(text);
    add_software(d, page, &text);
    add_sizes(d, page, &all, &text);
    add_statistics(d, page, &text);
    add_compute(d, page, &all, &text);
    add_commands(d, page, &text);
    add_origins(d, page);
    add_spec(d, page);
    add_citation(d, &text);
    close_facts(d);
}

void us_page_add_reproducibility(us_page *page)
{
    document d = {.form = US_FORM_HTML, .out = page->out};
    us_page_begin_section(page, "reproducibility", "Reproducibility");
    add_all(&d, page);
    us_page_end_section(page);
}

/* ---- files beside the page */

typedef struct file {
    const char *ending;
    us_sheet_form form;
    const char *first, *title_end;
} file;
static const file files[] = {
    {"reproducibility.md", US_FORM_MARKDOWN, "# Reproducibility: ", "\n"},
    {"reproducibility.tex", US_FORM_LATEX, US_LATEX_FIRST "\\section*{Reproducibility: ", "}\n"},
};

/* They lie beside the folder of figures, and are named likewise. */
static us_str path_of(const us_page *page, const file *f)
{
    us_str path;
    us_str_init(&path);
    us_str_add_bytes(&path, page->figures.text, page->figures.length - strlen("figures"));
    us_str_add(&path, f->ending);
    return path;
}

us_status us_page_check_appendix(const us_page *page, us_error *err)
{
    for (int i = 0; i < US_COUNT(files); i++) {
        US_AUTO(us_str_clear) us_str path = path_of(page, &files[i]);
        US_TRY(us_file_check_replaceable(path.text, files[i].first, "such an appendix", err));
    }
    return US_OK;
}

us_status us_page_write_appendix(const us_page *page, us_error *err)
{
    for (int i = 0; i < US_COUNT(files); i++) {
        US_AUTOSTR(text);
        US_AUTO(us_str_clear) us_str path = path_of(page, &files[i]);
        document d = {.form = files[i].form, .out = &text};
        us_str_add(&text, files[i].first);
        if (files[i].form == US_FORM_LATEX)
            us_latex_add(&text, page->manifest->name);
        else
            us_markdown_add(&text, page->manifest->name);
        us_str_add(&text, files[i].title_end);
        add_all(&d, page);
        US_TRY(us_file_write(path.text, text.text, text.length, err));
    }
    return US_OK;
}
