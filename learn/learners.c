#include "learn/learner.h"

static const us_learner *const learners[] = {
    &us_learner_goals,
    &us_learner_time,
    &us_learner_orders,
};

int us_learner_count(void)
{
    return US_COUNT(learners);
}

const char *us_learner_name(int index)
{
    us_assert(index >= 0 && index < US_COUNT(learners));
    return learners[index]->name;
}

const char *us_learner_about(int index)
{
    us_assert(index >= 0 && index < US_COUNT(learners));
    return learners[index]->about;
}

const us_learner *us_learner_find(const char *name)
{
    for (int i = 0; i < US_COUNT(learners); i++)
        if (us_text_equal(learners[i]->name, name))
            return learners[i];
    return NULL;
}
