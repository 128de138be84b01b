/* Live editing: a text takes the place of a behavior that a seat of a running game plays with. The
 * plan goes on with it, and keeps what ran where it can (us_run_replace). docs/PLAY_REPAIRS.md is
 * the manual.
 *
 * Only players of library: and tree: have behaviors to edit. The text is a file of one behavior, in
 * full: its name says which behavior it replaces. A refused text changes nothing. */
#ifndef US_PLAYERS_LIVE_EDIT_H
#define US_PLAYERS_LIVE_EDIT_H

#include "game/game.h"
#include "plan/plan.h"

enum { US_LIVE_TEXT_MAX = 200000 }; /* bytes of a text */

/* Returns the plan of the player of a seat, or US_BAD_INPUT if it has none. player: may be NULL. */
us_status us_live_find_plan(const us_player *player, us_seat seat, us_plan **out, us_error *err);
/* Appends the behavior of that name as a file, as it is now, without cases. US_BAD_INPUT: the plan
 * has none. */
us_status us_live_print(us_plan *plan, const char *name, us_str *out, us_error *err);
/* Appends the same with the cases that the seat's library has for the behavior, as far as they fit
 * its present text. `library import` then makes a behavior that can be retrieved. Appends the name
 * to new_name; an edited behavior gets another one (us_template_print_new_name). left_out: gets the
 * number of cases that do not fit. */
us_status us_live_print_with_cases(const us_match *match, us_seat seat, const char *name,
                                   us_str *out, us_str *new_name, int *left_out, us_error *err);
/* Reads the text, and checks that the plan can take it. `file` names the text in errors, which have
 * the line and the column. Slots that the library's cases describe need no description. The caller
 * frees. US_BAD_INPUT: the text is no sound behavior, or it cannot replace the one of its name. */
us_status us_live_read(us_plan *plan, const us_domain *domain, const char *file, const char *text,
                       size_t length, us_template **out, us_error *err);
/* The same for the text of a file. */
us_status us_live_read_file(us_plan *plan, const us_domain *domain, const char *path,
                            us_template **out, us_error *err);

#endif
