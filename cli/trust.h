/* Trust in the programs that an experiment of somebody else would run: docs/SECURITY.md.
 *
 * A spec or a plan may name agents that run programs: exec:, bot: and socket:. Before a command
 * starts any, each must be trusted: by --trust, by a yes on a terminal, or because it was trusted
 * in the same folder before. Agents that --set names are trusted, since the user wrote them. */
#ifndef US_CLI_TRUST_H
#define US_CLI_TRUST_H

#include "cli/options.h"
#include "understudy/experiment.h"

#define US_OPTION_TRUST                                                                      \
    {                                                                                        \
        "--trust", NULL, "trust the programs of the experiment (exec:, bot:), now and later" \
    }

/* Lists programs that are not trusted yet, and asks. trusted: --trust is given. Returns
 * US_BAD_INPUT if the user does not trust them, US_INTERRUPTED if the user stops the command. */
us_status us_trust_spec(const char *path, const us_spec *spec, bool trusted, us_error *err);
/* The same for a plan's players. any: whether the plan runs programs; or NULL. A folder without a
 * plan has none. */
us_status us_trust_plan(const char *folder, bool trusted, bool *any, us_error *err);

#endif
