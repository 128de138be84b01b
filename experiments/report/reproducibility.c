#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sort.h"
#include "base/version.h"
#include "experiments/planning.h"
#include "experiments/report/page.h"
#include "experiments/results.h"
#include "experiments/submit.h"

/* The appendix on reproducibility: as a section of the page, and as files for papers. */

enum { SPEC_MAX = 16 << 20 /* bytes */ };

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

static void add_machine(us_document *d, us_str *text)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    us_str_reset(text);
    if (uname(&name) == 0)
        us_str_addf(text, "%s %s, %s", name.sysname, name.release, name.machine);
    us_str_addf(text, ", %ld core%s", cores, cores == 1 ? "" : "s");
    add_processor(text);
    us_document_add_fact(d, "Machine of this report", text->text);
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

static void add_dates(us_document *d, const us_page *page, us_str *text)
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
        print_time(planned, text);
        us_document_add_fact(d, "Planned", text->text);
        us_str_reset(text);
    }
    if (last != 0) {
        print_time(last, text);
        us_document_add_fact(d, "Last result", text->text);
    }
    us_str_clear(&path);
}

/* ---- the commands to repeat it */

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

static void add_commands(us_document *d, const us_page *page, us_str *text)
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
        if (i == REPORT) {
            us_str_add(text, def->pdf ? " --figures pdf" : "");
            add_name(text, " --timeline ", def->timeline);
        }
        us_str_add_char(text, '\n');
    }
    us_document_add_heading(d, "To do it again");
    us_document_add_paragraph(d, "With the spec below, where the files that it names lie:");
    us_document_add_code(d, text->text);
}

/* ---- the program and the experiment */

static void add_hash_fact(us_document *d, const char *name, us_hash hash)
{
    char hex[17];
    us_hash_print(hash, hex);
    us_document_add_fact(d, name, hex);
}

static void add_file_hash(us_document *d, const us_page *page, const char *name, const char *file)
{
    us_hash hash;
    us_str path = us_folder_make_path(page->def->folder, file);
    if (us_file_hash(path.text, &hash, NULL) == US_OK)
        add_hash_fact(d, name, hash);
    us_str_clear(&path);
}

static void add_software(us_document *d, const us_page *page, us_str *text)
{
    const us_manifest *m = page->manifest;
    us_domain *domain = NULL;
    us_document_add_heading(d, "Program and game");
    us_document_add_fact(d, "Planned by", m->program ? m->program : "unknown");
    us_str_reset(text);
    us_str_addf(text, "understudy %s, ", us_version_current()->number);
    us_version_print(text);
    us_document_add_fact(d, "Report by", text->text);
    us_str_reset(text);
    us_str_addf(text, "%s, at most %d cycles a game%s", m->domain, (int)m->max_cycles,
                m->fog ? ", fog" : "");
    for (int i = 0; i < 2; i++)
        if (m->faction[i])
            us_str_addf(text, ", faction %s in seat %d", m->faction[i], i);
    if (m->timeout_ms > 0)
        us_str_addf(text, ", at most %g s a game", (double)m->timeout_ms / 1000);
    us_document_add_fact(d, "Domain", text->text);
    if (us_domain_load_shipped(m->domain, &domain, NULL) == US_OK)
        add_hash_fact(d, "Hash of the domain", domain->hash);
    us_domain_free(domain);
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
    uint64_t *seed = US_NEW_ARRAY(uint64_t, m->games + 1);
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
    us_mem_free(seed);
}

static int compare_families(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "open (4), ridge (4)" */
static void print_families(const us_manifest *m, us_str *out)
{
    const char **family = US_NEW_ARRAY(const char *, m->maps + 1);
    for (int i = 0; i < m->maps; i++)
        family[i] = m->map[i].family ? m->map[i].family : "none";
    us_array_sort(family, (size_t)m->maps, sizeof(*family), compare_families);
    for (int i = 0, end; i < m->maps; i = end) {
        for (end = i + 1; end < m->maps && us_text_equal(family[end], family[i]); end++)
            ;
        us_str_addf(out, "%s%s (%d)", i > 0 ? ", " : "", family[i], end - i);
    }
    us_mem_free(family);
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

static void add_sizes(us_document *d, const us_page *page, const us_standing *all, us_str *text)
{
    const us_manifest *m = page->manifest;
    us_document_add_heading(d, "Sizes");
    us_str_reset(text);
    us_str_addf(text, "%lld planned, %lld played: %d player%s against %d opponent%s on %d map%s",
                (long long)all->games, (long long)all->played, m->players,
                m->players == 1 ? "" : "s", m->opponents, m->opponents == 1 ? "" : "s", m->maps,
                m->maps == 1 ? "" : "s");
    us_document_add_fact(d, "Games", text->text);
    us_str_reset(text);
    print_families(m, text);
    us_document_add_fact(d, "Maps of each family", text->text);
    us_str_reset(text);
    print_seeds(m, text);
    us_document_add_fact(d, "Seeds of games", text->text);
    us_str_reset(text);
    print_runs(page->comparison, text);
    us_document_add_fact(d, "Runs (libraries learned or adapted anew)", text->text);
    us_str_reset(text);
    print_left_out(page->comparison, all, text);
    us_document_add_fact(d, "Left out", text->text);
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

static void add_statistics(us_document *d, const us_page *page, us_str *text)
{
    const us_comparison *c = page->comparison;
    us_document_add_heading(d, "Statistics");
    us_document_add_fact(d, "Claim",
                         us_comparison_atlas(c) ? "about unplayed maps of the same families"
                                                : "about the played maps alone");
    us_document_add_fact(
        d, "Effect",
        "the mean difference of scores (win 1, draw 1/2, loss 0) of games that are "
        "paired by map, opponent, seat and seed");
    us_str_reset(text);
    print_interval(c, text);
    us_document_add_fact(d, "Interval", text->text);
    us_str_reset(text);
    print_correction(c, text);
    us_document_add_fact(d, "Correction for several comparisons", text->text);
    us_document_add_fact(d, "Tests beside the interval, two-sided",
                         "McNemar (exact, mid-p), Wilcoxon's signed ranks with Pratt's zeros, "
                         "sign flips");
    us_str_reset(text);
    us_str_addf(text, "%d samples; seed %llu, also of the sign flips", c->def.draws,
                (unsigned long long)c->def.seed);
    us_document_add_fact(d, "Bootstrap", text->text);
    us_str_reset(text);
    if (c->def.margin > 0)
        us_str_addf(text, "%g of a game", c->def.margin);
    us_document_add_fact(d, "Margin of equivalence", text->text);
    us_str_reset(text);
    us_str_addf(text, "%g, of the units that a difference needs", c->def.power);
    us_document_add_fact(d, "Power", text->text);
    us_document_add_fact(d, "Stopped early",
                         page->manifest->stopped ? page->manifest->stopped : "no");
}

/* ---- compute */

static void add_compute(us_document *d, const us_page *page, const us_standing *all, us_str *text)
{
    us_document_add_heading(d, "Compute");
    us_str_reset(text);
    if (us_workers_print_hosts(page->manifest, text) > 0)
        us_document_add_fact(d, "Played on", text->text);
    us_str_reset(text);
    if (all->us > 0 && all->played > 0)
        us_str_addf(text,
                    "%.1f s of one core, %.3f s a game on average. Planning (learning and "
                    "adaptation) is not included.",
                    (double)all->us / 1e6, (double)all->us / 1e6 / (double)all->played);
    us_document_add_fact(d, "Time of all games", text->text);
    add_machine(d, text);
}

/* ---- the spec, and the citation */

static void add_spec(us_document *d, const us_page *page)
{
    us_str path;
    char *text;
    size_t length;
    us_str_init(&path);
    us_experiment_print_spec_path(page->def->folder, &path);
    if (us_file_read(path.text, SPEC_MAX, &text, &length, NULL) == US_OK) {
        us_document_add_heading(d, "Spec");
        us_document_add_code(d, text);
        us_mem_free(text);
    }
    us_str_clear(&path);
}

/* CITATION.cff has the same. */
static void add_citation(us_document *d, us_str *text)
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
    us_document_add_heading(d, "How to cite the program");
    us_document_add_code(d, text->text);
}

/* ---- all */

static void add_all(us_document *d, const us_page *page)
{
    us_standing all = us_results_compute_standing(page->manifest);
    us_str text;
    us_str_init(&text);
    add_software(d, page, &text);
    add_sizes(d, page, &all, &text);
    add_statistics(d, page, &text);
    add_compute(d, page, &all, &text);
    add_commands(d, page, &text);
    us_page_add_origins(d, page);
    add_spec(d, page);
    add_citation(d, &text);
    us_document_end(d);
    us_str_clear(&text);
}

void us_page_add_reproducibility(us_page *page)
{
    us_document d = {.form = US_FORM_HTML, .out = page->out};
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
    us_status status = US_OK;
    for (int i = 0; i < US_COUNT(files) && status == US_OK; i++) {
        us_str path = path_of(page, &files[i]);
        status = us_file_check_replaceable(path.text, files[i].first, "such an appendix", err);
        us_str_clear(&path);
    }
    return status;
}

us_status us_page_write_appendix(const us_page *page, us_error *err)
{
    us_status status = US_OK;
    for (int i = 0; i < US_COUNT(files) && status == US_OK; i++) {
        us_str text, path = path_of(page, &files[i]);
        us_str_init(&text);
        us_document d = {.form = files[i].form, .out = &text};
        us_str_add(&text, files[i].first);
        if (files[i].form == US_FORM_LATEX)
            us_latex_add(&text, page->manifest->name);
        else
            us_markdown_add(&text, page->manifest->name);
        us_str_add(&text, files[i].title_end);
        add_all(&d, page);
        status = us_file_write(path.text, text.text, text.length, err);
        us_str_clear(&text);
        us_str_clear(&path);
    }
    return status;
}
