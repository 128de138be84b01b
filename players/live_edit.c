#include "players/live_edit.h"

#include "base/file.h"
#include "base/guard.h"
#include "behavior/brl.h"
#include "behavior/fault.h"
#include "players/planner.h"
#include "retrieve/library_diff.h"

us_status us_live_find_plan(const us_player *player, us_seat seat, us_plan **out, us_error *err)
{
    *out = us_planner_find_plan(player);
    if (*out)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "seat %d plays without behaviors to edit: expected a player library:FILE, "
                        "or tree:FILE without characters",
                        seat);
}

static void print_head(const us_template *template, us_str *out)
{
    us_str_addf(out, "brl 1 %s\n", template->domain->name);
    for (int i = 0; i < template->shared; i++) {
        us_str_add(out, i > 0 ? "slot " : "\nslot ");
        us_slot_print(&template->slot[i], out);
        us_str_add_char(out, '\n');
    }
    us_str_add_char(out, '\n');
}

/* The plan may read the behavior now, which changes it. */
static us_status find(us_plan *plan, const char *name, const us_template **out, us_hash *hash,
                      us_error *err)
{
    US_WHOLE;
    *out = us_plan_find_behavior_named(plan, name, hash);
    return *out ? US_OK
                : us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                               "the library has no behavior \"%.64s\"", name);
}

us_status us_live_print(us_plan *plan, const char *name, us_str *out, us_error *err)
{
    const us_template *template;
    US_TRY(find(plan, name, &template, NULL, err));
    print_head(template, out);
    us_template_print_body(template, template->name, out);
    return US_OK;
}

/* ---- with cases */

typedef struct printing {
    const us_template *template;
    us_brl_printer printer;
    us_str whole; /* a file up to the last whole case, without its end; empty: that does not fit */
    int left_out;
} printing;

/* Returns whether the file is sound with the case, which may name steps and slots. A suffix case
 * stands behind its whole case. */
static bool is_fitting(printing *p, const us_case *block)
{
    US_AUTOSTR(text);
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTO(us_faults_clear) us_faults faults = {0};
    if (block->done_count == 0) {
        us_str_reset(&p->whole);
        print_head(p->template, &text);
    }
    us_brl_printer printer = {p->template, &text, true};
    if (block->done_count == 0)
        printer = us_brl_printer_begin(p->template, &text);
    else if (p->whole.length > 0)
        us_str_add(&text, p->whole.text);
    else
        return false;
    us_brl_printer_add_case(&printer, block);
    size_t length = text.length;
    us_brl_printer_end(&printer);
    brl = us_brl_read(p->template->domain, "", text.text, text.length, &faults);
    if (faults.count == 0 && block->done_count == 0)
        us_str_add_bytes(&p->whole, text.text, length);
    return faults.count == 0;
}

static us_status add_block(void *context, const us_case *block, us_error *err)
{
    printing *p = context;
    (void)err;
    if (is_fitting(p, block))
        us_brl_printer_add_case(&p->printer, block);
    else
        p->left_out++;
    return US_OK;
}

static void clear_printing(printing *p)
{
    us_str_clear(&p->whole);
}

/* Finds the behavior in the seat's library, read apart from the plan, which goes on reading it. A
 * tree: has no library, and *id stays 0. */
static us_status find_in_library(const us_planner *planner, us_hash hash, us_library **out,
                                 int64_t *id, us_error *err)
{
    const us_library *own = planner->stock->library;
    if (!own)
        return US_OK;
    US_TRY(us_library_open(us_library_path(own), US_LIBRARY_READ, planner->domain, out, err));
    return us_library_find_behavior(*out, hash, id, err);
}

us_status us_live_print_with_cases(const us_match *match, us_seat seat, const char *name,
                                   us_str *out, us_str *new_name, int *left_out, us_error *err)
{
    us_plan *plan;
    us_hash hash;
    const us_template *template;
    int64_t id = 0;
    US_AUTO(clear_printing) printing p = {.whole = us_str_empty()};
    US_AUTOPTR(us_library) library = NULL;
    const us_player *player = us_match_player(match, seat);
    US_TRY(us_live_find_plan(player, seat, &plan, err));
    US_TRY(find(plan, name, &template, &hash, err));
    us_template renamed = *template;
    if (us_template_hash(template) == hash)
        us_str_add(new_name, name);
    else
        us_template_print_new_name(template, new_name);
    renamed.name = new_name->text;
    p.template = &renamed;
    US_TRY(find_in_library((const us_planner *)player, hash, &library, &id, err));
    print_head(p.template, out);
    p.printer = us_brl_printer_begin(p.template, out);
    if (id > 0)
        US_TRY(us_library_visit_blocks(library, id, US_ORIGINS_FIRST, add_block, &p, err));
    us_brl_printer_end(&p.printer);
    *left_out = p.left_out;
    return US_OK;
}

/* ---- texts */

/* Checks that the file is one behavior. */
static us_status check_alone(const us_brl *brl, const char *file, us_error *err)
{
    if (brl->count == 0)
        return us_error_set(err, US_BAD_INPUT, file, 1, 1, "expected a behavior, found none");
    const us_template *first = brl->item[0], *wrong = brl->count > 1 ? brl->item[1] : first;
    if (brl->count == 1 && first->kind == US_TEMPLATE_BEHAVIOR)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, file, wrong->line, wrong->column,
                        "expected one behavior alone, found the %s \"%.64s\"",
                        us_template_kind_name(wrong->kind), wrong->name);
}

static us_status check(us_plan *plan, const us_template *template, us_error *err)
{
    US_WHOLE;
    return us_plan_check_edit(plan, template, err);
}

us_status us_live_read(us_plan *plan, const us_domain *domain, const char *file, const char *text,
                       size_t length, us_template **out, us_error *err)
{
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTO(us_faults_clear) us_faults faults = {0};
    const us_template *before = NULL;
    us_error why = {0};
    if (length > US_LIVE_TEXT_MAX)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                            "expected at most %d bytes of text, found %zu", (int)US_LIVE_TEXT_MAX,
                            length);
    brl = us_brl_read(domain, file, text, length, &faults);
    if (brl->count > 0 && find(plan, brl->item[0]->name, &before, NULL, NULL) == US_OK)
        us_faults_drop_undescribed(&faults, before);
    bool named = before || brl->count == 0; /* else its name alone is reported */
    if (faults.count > 0 && (named || faults.fault[0].kind == US_FAULT_SYNTAX))
        return us_faults_fail(&faults, file, err);
    US_TRY(check_alone(brl, file, err));
    if (check(plan, brl->item[0], &why) != US_OK)
        return us_error_set(err, US_BAD_INPUT, file, why.line, why.column, "%s", why.text);
    *out = brl->item[0];
    brl->count = 0;
    return US_OK;
}

us_status us_live_read_file(us_plan *plan, const us_domain *domain, const char *path,
                            us_template **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, US_LIVE_TEXT_MAX, &text, &length, err));
    return us_live_read(plan, domain, path, text, length, out, err);
}
