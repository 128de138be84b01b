#include <string.h>

#include "adapt/changes.h"
#include "adapt/story.h"
#include "retrieve/library_diff.h"

enum { CONTEXT = 3 }; /* lines around a change of a tree */

us_story us_story_new(us_story_how how)
{
    return (us_story){.how = how, .wins = -1, .arena = us_arena_new()};
}

void us_story_clear(us_story *story)
{
    us_mem_free(story->cause);
    us_mem_free(story->change);
    us_mem_free(story->donor);
    us_mem_free((void *)(uintptr_t)story->diff);
    us_arena_free(story->arena);
    *story = (us_story){0};
}

us_story_change *us_story_add_change(us_story *story)
{
    story->change =
        us_array_grow(story->change, story->changes, &story->change_room, sizeof *story->change);
    us_story_change *change = &story->change[story->changes++];
    *change = (us_story_change){.kind = us_change_kind_name(US_CHANGE_REPAIR),
                                .modop = "",
                                .behavior = "",
                                .step = "",
                                .about = "",
                                .child_name = "",
                                .cause = -1,
                                .diff = -1};
    return change;
}

us_story_donor *us_story_add_donor(us_story *story)
{
    story->donor =
        us_array_grow(story->donor, story->donors, &story->donor_room, sizeof *story->donor);
    us_story_donor *donor = &story->donor[story->donors++];
    *donor = (us_story_donor){.name = "", .about = ""};
    return donor;
}

int us_story_add_diff(us_story *story, const char *before, const char *after)
{
    US_AUTOSTR(lines);
    US_AUTOSTR(text);
    if (us_text_equal(before, after))
        return -1;
    us_line_diff_print(before, after, &lines);
    us_line_diff_print_hunks(lines.text, CONTEXT, &text);
    for (int i = 0; i < story->diffs; i++)
        if (us_text_equal(story->diff[i], text.text))
            return i;
    story->diff = us_array_grow(story->diff, story->diffs, &story->diff_room, sizeof *story->diff);
    story->diff[story->diffs++] = us_arena_strndup(story->arena, text.text, text.length);
    return story->diffs - 1;
}

/* ---- causes */

static const char *move(us_story *story, us_str *text)
{
    const char *moved = us_arena_strndup(story->arena, text->text, text->length);
    us_str_reset(text);
    return moved;
}

/* Returns the values of the worst failure's row that do not name its place. */
static const char *values_of(us_story *story, const us_failure_pattern *pattern,
                             const us_failure *worst)
{
    static const char *const place[] = {"game", "seat", "cycle", "until"};
    US_AUTOSTR(text);
    for (int i = 0; i < pattern->columns; i++) {
        bool shown = worst->value[i] != NULL;
        for (int k = 0; k < US_COUNT(place); k++)
            shown = shown && !us_text_equal(pattern->column[i], place[k]);
        if (shown)
            us_str_addf(&text, "%s%s %s", text.length > 0 ? ", " : "", pattern->column[i],
                        worst->value[i]);
    }
    return move(story, &text);
}

static const char *blame_of(us_story *story, const us_cause *cause)
{
    US_AUTOSTR(text);
    for (int w = 0; w < US_BLAME_WAYS; w++)
        if (cause->way[w] > 0)
            us_str_addf(&text, "%s%s (%d of %lld)", text.length > 0 ? "; " : "",
                        us_blame_way_text((us_blame_way)w), cause->way[w],
                        (long long)cause->failures);
    return move(story, &text);
}

/* Returns the last part of the name of the game's trace. */
static us_status find_trace(us_story *story, us_games *games, int64_t game, const char **out,
                            us_error *err)
{
    us_game_row row;
    US_TRY(us_games_read_row(games, game, 0, story->arena, &row, err));
    const char *slash = strrchr(row.file, '/');
    *out = slash ? slash + 1 : row.file;
    return US_OK;
}

us_status us_story_add_cause(us_story *story, const us_failure_pattern *pattern,
                             const us_cause *cause, const char *behavior, us_games *games,
                             us_error *err)
{
    us_arena *arena = story->arena;
    const us_failure *worst = cause->worst;
    us_story_cause one = {.pattern = us_arena_strdup(arena, pattern->name),
                          .about = us_arena_strdup(arena, pattern->about),
                          .behavior = us_arena_strdup(arena, behavior),
                          .step = us_arena_strdup(arena, cause->label),
                          .goal = "",
                          .games = cause->games,
                          .active = cause->active,
                          .wins = cause->wins,
                          .failures = cause->failures,
                          .share = cause->share,
                          .lost = cause->all.lost,
                          .won = cause->all.won,
                          .failed_lost = cause->failed.lost,
                          .failed_won = cause->failed.won,
                          .in_play = cause->repaired,
                          .in_play_won = cause->won,
                          .trace = "",
                          .game = worst->game,
                          .cycle = worst->cycle,
                          .until = worst->until,
                          .values = values_of(story, pattern, worst),
                          .blamed = blame_of(story, cause),
                          .end = us_repair_end_name(US_REPAIR_NOISE),
                          .tried = ""};
    if (games && worst->game > 0)
        US_TRY(find_trace(story, games, worst->game, &one.trace, err));
    story->cause =
        us_array_grow(story->cause, story->causes, &story->cause_room, sizeof *story->cause);
    story->cause[story->causes++] = one;
    return US_OK;
}

/* ---- repairs */

static void add_repair(us_story *story, const us_failure_pattern *pattern,
                       const us_repair_result *result)
{
    const us_repair *repair = &pattern->repair[result->repair];
    int diff = us_story_add_diff(story, result->before, result->after);
    us_story_change *change = us_story_add_change(story);
    us_arena *arena = story->arena;
    change->modop = us_modop_name(repair->modop);
    change->behavior = us_arena_strdup(arena, result->parent_name);
    change->step = us_arena_strdup(arena, result->cause->label);
    change->about = us_arena_strdup(arena, repair->about);
    change->child_name = us_arena_strdup(arena, result->child_name);
    change->append = result->append;
    change->cause = story->causes - 1;
    change->diff = diff;
    change->kept = true;
}

static us_status add_results(const us_adaptation *adapted, const us_adaptation_def *def, bool keep,
                             us_story *out, us_error *err)
{
    us_games *games = adapted->daemons || !keep ? NULL : def->games;
    for (int i = 0; i < adapted->results; i++) {
        const us_repair_result *result = &adapted->result[i];
        const us_failure_pattern *pattern = def->patterns->item[result->cause->pattern];
        US_TRY(us_story_add_cause(out, pattern, result->cause, result->parent_name, games, err));
        us_story_cause *cause = &out->cause[out->causes - 1];
        cause->goal = us_arena_strdup(out->arena, result->goal);
        cause->end = us_repair_end_name(result->end);
        cause->tried = us_arena_strdup(out->arena, result->why);
        if (result->end == US_REPAIR_DONE)
            add_repair(out, pattern, result);
    }
    return US_OK;
}

us_status us_story_from_adaptation(const us_adaptation *adapted, const us_adaptation_def *def,
                                   bool keep, us_story *out, us_error *err)
{
    int64_t games = 0;
    US_AUTO(us_story_clear)
    us_story made = us_story_new(adapted->daemons ? US_STORY_DAEMONS : US_STORY_REPAIRS);
    if (!adapted->daemons)
        US_TRY(us_games_count(def->games, &games, err));
    made.games = games;
    made.failures = adapted->failures.count;
    made.least = adapted->least;
    made.percent = adapted->percent;
    US_TRY(add_results(adapted, def, keep, &made, err));
    us_story_rank(&made);
    *out = made;
    made = (us_story){0};
    return US_OK;
}
