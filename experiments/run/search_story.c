#include <math.h>

#include "experiments/run/search.h"

/* Returns a share of a game in parts of 10,000. */
static int64_t parts(double share)
{
    return llround(share * 10000);
}

static void complete_changes(us_search_round *round)
{
    for (int i = 0; i < round->changes.count; i++) {
        const us_search_change *from = &round->change[i];
        us_story_change *change = &round->changes.story.change[i];
        change->effect = parts(from->effect.mean);
        change->error = parts(from->effect.error);
        change->games = from->effect.games;
        change->rungs = from->rungs;
        change->tried = from->tried;
        change->kept = from->kept;
    }
}

/* The traces of training games are deleted, so that the story has only their numbers. */
static void forget_traces(us_story *story)
{
    for (int i = 0; i < story->causes; i++)
        story->cause[i].trace = "";
}

void us_search_complete_story(us_search_round *round, int number)
{
    us_story *story = &round->changes.story;
    us_assert(story->changes == round->changes.count);
    complete_changes(round);
    story->round = number;
    story->played = round->games;
    story->tries = round->tries;
    story->named = round->named;
    story->differed = round->differed;
    story->kept = round->kept;
    if (round->tries > 0) {
        story->effect = parts(round->effect.mean);
        story->low = parts(round->effect.bounds.low);
        story->high = parts(round->effect.bounds.high);
        story->level = parts(round->level);
        story->maps = round->maps;
        story->proof_games = round->proof_games;
    }
    if (round->own > 0) {
        story->wins = round->wins;
        forget_traces(story);
    }
    us_story_rank(story);
}

us_story *us_search_list_stories(const us_search *search)
{
    us_story *list = US_NEW_ARRAY(us_story, search->rounds + 1);
    for (int i = 0; i < search->rounds; i++)
        list[i] = search->round[i].changes.story;
    return list;
}

us_status us_search_write(const us_brl *read, const us_search *search, const char *from,
                          const char *path, us_error *err)
{
    US_AUTOFREE us_story *list = us_search_list_stories(search);
    return us_stories_write(read, search->library, list, search->rounds, from, path, err);
}
