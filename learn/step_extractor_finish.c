#include "learn/extractor_state.h"

static void add_spares(us_goal_episodes *episodes, us_goal_episode *to, const us_goal_episode *from)
{
    int *all = US_ARENA_ARRAY(episodes->arena, int, to->spares + from->spares + 1);
    int count = 0, a = 0, b = 0;
    while (a < to->spares || b < from->spares) {
        bool mine = b == from->spares || (a < to->spares && to->spare[a] < from->spare[b]);
        all[count++] = mine ? to->spare[a++] : from->spare[b++];
    }
    to->spare = all;
    to->spares = count;
}

static void drop_step(us_goal_episode *above, int episode)
{
    int kept = 0;
    for (int i = 0; i < above->steps; i++)
        if (above->step[i].kind != US_STEP_GOAL || above->step[i].episode != episode)
            above->step[kept++] = above->step[i];
    above->steps = kept;
}

/* Children stand behind their parents, so the second loop runs backwards to settle them first. */
void us_step_extractor_finish(us_step_extractor *extractor)
{
    us_goal_episodes *episodes = extractor->episodes;
    for (int i = 0; i < episodes->count; i++) {
        const us_step *act;
        us_goal_episode *episode = &episodes->episode[i];
        int acts = us_step_extractor_list_acts(extractor, i, &act);
        us_goal_episodes_add_acts(episodes, i, act, acts);
        episode->spares = us_step_extractor_list_spare(extractor, i, &episode->spare);
    }
    us_goal_episodes_absorb(episodes);
    for (int i = episodes->count - 1; i >= 0; i--) {
        us_goal_episode *episode = &episodes->episode[i];
        if (episode->steps > 0 || episode->spares == 0 || episode->parent < 0)
            continue;
        add_spares(episodes, &episodes->episode[episode->parent], episode);
        drop_step(&episodes->episode[episode->parent], i);
    }
    us_goal_episodes_compute_order(episodes);
}
