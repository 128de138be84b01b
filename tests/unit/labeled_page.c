#include "tests/unit/labeled_page.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

static void copy_file(const char *from, const char *to)
{
    US_AUTOFREE char *bytes = NULL;
    size_t length;
    REQUIRE(us_file_read(from, 64 << 20, &bytes, &length, NULL) == US_OK);
    REQUIRE(us_file_write(to, bytes, length, NULL) == US_OK);
}

void labeled_page_begin(labeled_page *d, us_cycle cycles)
{
    studio_page_begin(&d->kit);
    labeled_trace_pair(&d->s, "expert:rush", "ai:boom", cycles);
    snprintf(d->trace, sizeof(d->trace), "%s", scratch("it/game.jsonl"));
    snprintf(d->path, sizeof(d->path), "%s", scratch("it/game.goals.json"));
    copy_file(d->s.path, d->trace);
    REQUIRE(us_annotation_save(d->s.said, d->path, NULL) == US_OK);
}

void labeled_page_end(labeled_page *d)
{
    labeled_trace_end(&d->s);
    studio_page_end(&d->kit);
}

us_goal labeled_page_goal(const us_domain *domain, const char *text)
{
    us_goal goal;
    us_source source = {.file = "test", .text = text, .line = 1, .column = 1};
    REQUIRE(us_goal_parse(domain, &source, &goal, NULL) == US_OK);
    return goal;
}
