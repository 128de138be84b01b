#include "game/maps.h"

us_status us_map_choose(const us_map_choice *rows, const char *what, const char *name, int *out,
                        us_error *err)
{
    us_str known;
    us_str_init(&known);
    us_status status = US_BAD_INPUT;
    for (int i = 0; rows[i].name && status != US_OK; i++) {
        if (us_text_equal(rows[i].name, name)) {
            *out = i;
            status = US_OK;
        }
        us_str_addf(&known, "%s%s", i == 0 ? "" : rows[i + 1].name ? ", " : " or ", rows[i].name);
    }
    if (status != US_OK)
        us_fail(err, status, NULL, 0, 0, "found %s '%.40s', expected %s", what, name, known.text);
    us_str_clear(&known);
    return status;
}
