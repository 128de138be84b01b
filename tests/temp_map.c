#include "tests/temp_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

us_scenario *us_temp_map_open(const us_str *map, const us_scenario_def *def)
{
    char path[1024];
    const char *base = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/understudy-map-XXXXXX", base && base[0] ? base : "/tmp");
    int fd = mkstemp(path);
    us_assert(fd >= 0);
    ssize_t wrote = write(fd, map->text, map->length);
    us_assert(wrote == (ssize_t)map->length);
    close(fd);
    us_scenario_def with_map = *def;
    with_map.map = path;
    us_scenario *scenario = NULL;
    us_error err = {0};
    us_status status = us_scenario_open(&with_map, &scenario, &err);
    unlink(path);
    if (status != US_OK) {
        char message[1024];
        fprintf(stderr, "%s\n%s\n", us_error_print(&err, message, sizeof(message)), map->text);
        abort();
    }
    return scenario;
}
