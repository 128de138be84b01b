#include "experiments/run/search_internal.h"

#include <math.h>

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

void us_search_tell_proof(us_story *story, const us_search_proof *proof)
{
    story->tries = proof->tries;
    story->kept = proof->kept;
    story->named = proof->named;
    if (proof->tries == 0)
        return;
    story->effect = parts(proof->effect.mean);
    story->low = parts(proof->effect.bounds.low);
    story->high = parts(proof->effect.bounds.high);
    story->level = parts(proof->level);
    story->maps = proof->maps;
    story->proof_games = proof->games;
}

static void tell_transplants(us_search_round *round, int number)
{
    us_story *story = &round->transplanted;
    *story = us_story_new(US_STORY_TRANSPLANTS);
    story->round = number;
    story->games = round->practiced;
    story->played = round->practiced + round->transplants.games;
    for (int i = 0; i < round->donors; i++) {
        const us_donor *from = &round->donor[i];
        us_story_donor *donor = us_story_add_donor(story);
        donor->name = us_arena_strdup(story->arena, from->name);
        donor->about = us_arena_strdup(story->arena, from->about);
        donor->attempts = from->attempts;
        donor->points = parts(from->points);
    }
    us_search_tell_proof(story, &round->transplants);
    us_story_rank(story);
}

void us_search_complete_stories(us_search_round *round, int number)
{
    us_story *story = &round->changes.story;
    us_assert(story->changes == round->changes.count);
    complete_changes(round);
    us_search_tell_proof(story, &round->proof);
    story->round = number;
    story->differed = round->differed;
    story->played = round->games - round->practiced - round->transplants.games;
    if (round->own > 0) {
        story->wins = round->wins;
        forget_traces(story);
    }
    us_story_rank(story);
    if (round->donors > 0)
        tell_transplants(round, number);
}

void us_search_print_transplants(const us_search_round *round, us_str *out)
{
    if (round->donors > 0)
        us_story_print_result(&round->transplanted, out);
    else
        us_str_add(out, "no donor");
}

us_story *us_search_list_stories(const us_search *search, int *count)
{
    us_story *list = US_NEW_ARRAY(us_story, 2 * search->rounds + 1);
    *count = 0;
    for (int i = 0; i < search->rounds; i++) {
        list[(*count)++] = search->round[i].changes.story;
        if (search->round[i].donors > 0)
            list[(*count)++] = search->round[i].transplanted;
    }
    return list;
}

us_status us_search_write(const us_brl *read, const us_search *search, const char *from,
                          const char *path, us_error *err)
{
    int count;
    US_AUTOFREE us_story *list = us_search_list_stories(search, &count);
    return us_stories_write(read, search->library, list, count, from, path, err);
}
