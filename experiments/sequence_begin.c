#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "experiments/planning.h"
#include "experiments/sequence.h"

#define BEGUN "sequential.json"

enum { BEGUN_MAX = 1 << 16 };

static const char *steps_of(us_map_scope scope)
{
    return scope == US_MAP_SCOPE_MAPS ? "maps" : "pairs";
}

static void write_number(us_json_writer *writer, const char *key, double value)
{
    us_json_write_key_decimal(writer, key, llround(value * 1e6), 6);
}

static void write_def(const us_sprt_def *def, us_map_scope scope, us_json_writer *writer)
{
    us_json_write_key_string(writer, "scope", us_map_scope_name(scope));
    write_number(writer, "delta0", def->delta0);
    write_number(writer, "delta1", def->delta1);
    write_number(writer, "alpha", def->alpha);
    write_number(writer, "beta", def->beta);
}

/* ---- the test that has begun */

static us_status refuse(const char *path, const char *begun, const char *asked, us_error *err)
{
    return us_error_set(
        err, US_BAD_INPUT, path, 0, 0,
        "--sprt: another test has begun here: %.200s; expected the same players, bounds "
        "and --scope, found %.200s. Removing the file takes that test back, and no error "
        "rate holds for a test whose bounds are chosen by results",
        begun, asked);
}

us_status us_sequence_begin(const us_sequence_standing *standing, const char *folder, bool dry,
                            us_error *err)
{
    us_str text;
    char *begun = NULL;
    size_t length = 0;
    us_status status = US_OK;
    us_str path = us_folder_make_path(folder, BEGUN);
    us_str_init(&text);
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_json_write_key_string(&writer, "baseline", standing->baseline);
    us_json_write_key_string(&writer, "player", standing->player);
    write_def(&standing->sprt.def, standing->scope, &writer);
    us_json_writer_end(&writer, '}');
    if (us_file_exists(path.text)) {
        status = us_file_read(path.text, BEGUN_MAX, &begun, &length, err);
        if (status == US_OK && strcmp(begun, text.text) != 0) {
            text.text[strcspn(text.text, "\n")] = begun[strcspn(begun, "\n")] = '\0';
            status = refuse(path.text, begun, text.text, err);
        }
        us_mem_free(begun);
    } else if (!dry) {
        status = us_file_write(path.text, text.text, text.length, err);
    }
    us_str_clear(&text);
    us_str_clear(&path);
    return status;
}

/* ---- the standing */

bool us_sequence_is_short(const us_sequence_standing *standing, us_str *out)
{
    const us_sprt_def *def = &standing->sprt.def;
    const char *steps = steps_of(standing->scope);
    int likely = us_sprt_compute_least_pairs(def, def->delta0),
        high = us_sprt_compute_least_pairs(def, def->delta1),
        low = us_sprt_compute_least_pairs(def, -1), fewest = us_sprt_compute_least_pairs(def, 1),
        far = 1;
    likely = high < likely ? high : likely;
    if (low < fewest) {
        fewest = low;
        far = -1;
    }
    if (standing->of >= likely)
        return false;
    us_str_addf(out,
                "The plan has %d %s for the test of \"%s\" against \"%s\". If all have an effect "
                "of %g or of %g, the test takes %d; if all have an effect of %d, it takes %d. ",
                standing->of, steps, standing->player, standing->baseline, def->delta0, def->delta1,
                likely, far, fewest);
    if (standing->of < fewest)
        us_str_addf(out,
                    "So the plan can't decide it: expected more %s, or bounds that lie "
                    "farther apart.",
                    steps);
    else
        us_str_add(out, "So the plan decides it only if the effect is large.");
    return true;
}

void us_sequence_print_undecided(const us_sequence_standing *standing, us_str *out)
{
    const us_sprt *s = &standing->sprt;
    us_str_addf(out,
                "undecided after %d of %d %s: the sequential test of \"%s\" against \"%s\" (%g or "
                "%g of a game) has the log-likelihood ratio %.2f, and decides at %.2f or %.2f",
                standing->steps, standing->of, steps_of(standing->scope), standing->player,
                standing->baseline, s->def.delta0, s->def.delta1, s->ratio, s->lower, s->upper);
    if (standing->waits >= 0)
        us_str_addf(out,
                    "; it waits at map \"%s\", where a game has no result: experiment status says "
                    "which program failed, and run --resume --retry-failed plays the game again",
                    standing->at);
}

void us_sequence_write_sprt(const us_sprt *sprt, us_map_scope scope, us_json_writer *writer)
{
    write_def(&sprt->def, scope, writer);
    us_json_write_key_int(writer, steps_of(scope), sprt->pairs);
    if (sprt->state == US_SPRT_RUNNING)
        us_json_write_key_null(writer, "decided");
    else
        us_json_write_key_string(writer, "decided", us_sprt_state_name(sprt->state));
    write_number(writer, "ratio", sprt->ratio);
    write_number(writer, "lower", sprt->lower);
    write_number(writer, "upper", sprt->upper);
}

void us_sequence_write_standing(const us_sequence_standing *standing, us_json_writer *writer)
{
    us_json_write_key_string(writer, "baseline", standing->baseline);
    us_json_write_key_string(writer, "player", standing->player);
    us_sequence_write_sprt(&standing->sprt, standing->scope, writer);
    us_json_write_key_int(writer, "planned", standing->of);
    if (standing->waits >= 0)
        us_json_write_key_string(writer, "waits", standing->at);
    else
        us_json_write_key_null(writer, "waits");
}
