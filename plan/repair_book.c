#include "plan/repair_book.h"

#include "domain/clock.h"

int64_t us_repair_book_param(const us_failure_pattern *pattern, const char *name, int64_t preset)
{
    for (int i = 0; i < pattern->params; i++)
        if (us_text_equal(pattern->param[i].name, name))
            return pattern->param[i].value;
    return preset;
}

const us_expr *us_watched_row_condition(const us_watched_row *row)
{
    const us_node *rule = &row->piece.tree->node[row->piece.node];
    return rule->arg_count > 0 ? rule->arg[0].expr : NULL;
}

/* Adds the condition of the first daemon that is sound with the row's values, and needs no slot. */
static void add_row(const us_domain *domain, us_repair_book *book,
                    const us_failure_pattern *pattern, int row)
{
    int64_t patience = us_repair_book_param(pattern, "patience", -1);
    if (patience < 0)
        return;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_piece_row values = us_failure_pattern_play_row(pattern, row, NULL, arena);
    for (int i = 0; i < pattern->repairs; i++) {
        us_watched_row made = {.pattern = pattern, .row = row};
        if (pattern->repair[i].modop != US_MODOP_DAEMON ||
            us_piece_make(domain, &pattern->repair[i], &values, &made.piece, NULL) != US_OK)
            continue;
        if (!us_watched_row_condition(&made) || made.piece.tree->slot_count > 0) {
            us_piece_clear(&made.piece);
            continue;
        }
        made.patience = (us_cycle)(patience > US_NEVER / 2 ? US_NEVER / 2 : patience);
        US_LIST_PUT(book->row, made);
        return;
    }
}

static us_status load_folder(const us_domain *domain, const char *folder, us_repair_book *book,
                             us_error *err)
{
    US_AUTO(us_names_free) us_names names = {0};
    US_AUTOSTR(path);
    US_TRY(us_failure_patterns_list(folder, &names, err));
    book->hash = US_HASH_START;
    book->pattern = US_NEW_ARRAY(us_failure_pattern *, names.count + 1);
    for (int i = 0; i < names.count; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", folder, names.name[i]);
        US_TRY(us_failure_pattern_load_head(domain, path.text, &book->pattern[i], err));
        book->hash = us_hash_add(us_hash_add_text(book->hash, names.name[i]),
                                 book->pattern[book->patterns++]->hash);
    }
    for (int i = 0; i < book->patterns; i++)
        for (int row = 0; row < us_failure_pattern_play_rows(book->pattern[i]); row++)
            add_row(domain, book, book->pattern[i], row);
    return US_OK;
}

us_status us_repair_book_load(const us_domain *domain, us_repair_book **out, us_error *err)
{
    US_AUTOSTR(folder);
    US_AUTOPTR(us_repair_book) book = US_NEW(us_repair_book);
    if (us_data_find_domain_file(domain->name, "patterns", &folder, NULL) == US_OK &&
        us_file_exists(folder.text))
        US_TRY(load_folder(domain, folder.text, book, err));
    *out = US_STEAL(book);
    return US_OK;
}

void us_repair_book_free(us_repair_book *book)
{
    if (!book)
        return;
    for (int i = 0; i < book->row.count; i++)
        us_piece_clear(&book->row.item[i].piece);
    for (int i = 0; i < book->patterns; i++)
        us_failure_pattern_free(book->pattern[i]);
    us_mem_free(book->row.item);
    us_mem_free(book->pattern);
    us_mem_free(book);
}
