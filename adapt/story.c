#include "adapt/story.h"

#include <string.h>

#include "base/sort.h"

/* ---- the order */

typedef struct ranked {
    const void *item;
    int index;
} ranked;

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Where causes are told. */
typedef enum cause_place { AMONG_CAUSES, AS_UNRELATED, AS_NOISE } cause_place;

static cause_place place_of(const us_story_cause *cause)
{
    if (us_text_equal(cause->end, us_repair_end_name(US_REPAIR_NOISE)))
        return AS_NOISE;
    return us_text_equal(cause->end, us_repair_end_name(US_REPAIR_UNRELATED)) ? AS_UNRELATED
                                                                              : AMONG_CAUSES;
}

static int by_games(const void *left, const void *right)
{
    const ranked *l = left, *r = right;
    const us_story_cause *a = l->item, *b = r->item;
    int order = (int)place_of(a) - (int)place_of(b);
    order = order ? order : compare(b->games, a->games);
    order = order ? order : compare(b->games - b->wins, a->games - a->wins);
    order = order ? order : compare(b->failures, a->failures);
    return order ? order : l->index - r->index;
}

static int by_effect(const void *left, const void *right)
{
    const ranked *l = left, *r = right;
    const us_story_change *a = l->item, *b = r->item;
    int order = (a->cause < 0) - (b->cause < 0);
    order = order ? order : compare(a->cause, b->cause);
    order = order ? order : b->kept - a->kept;
    order = order ? order : b->tried - a->tried;
    order = order ? order : (b->games > 0) - (a->games > 0);
    order = order ? order : compare(b->effect, a->effect);
    return order ? order : l->index - r->index;
}

static int by_points(const void *left, const void *right)
{
    const ranked *l = left, *r = right;
    const us_story_donor *a = l->item, *b = r->item;
    int order = compare(b->points, a->points);
    return order ? order : l->index - r->index;
}

/* Sorts items. place: NULL, or by index before the sort the index after it. */
static void sort(void *items, int count, size_t size,
                 int (*order)(const void *left, const void *right), int *place)
{
    US_AUTOFREE ranked *list = US_NEW_ARRAY(ranked, count + 1);
    US_AUTOFREE char *copy = us_mem_alloc_array((size_t)(count + 1), size);
    if (count == 0)
        return;
    memcpy(copy, items, (size_t)count * size);
    for (int i = 0; i < count; i++)
        list[i] = (ranked){copy + (size_t)i * size, i};
    us_array_sort(list, (size_t)count, sizeof *list, order);
    for (int i = 0; i < count; i++) {
        memcpy((char *)items + (size_t)i * size, list[i].item, size);
        if (place)
            place[list[i].index] = i;
    }
}

void us_story_rank(us_story *story)
{
    US_AUTOFREE int *place = US_NEW_ARRAY(int, story->causes + 1);
    sort(story->cause, story->causes, sizeof *story->cause, by_games, place);
    for (int i = 0; i < story->changes; i++)
        if (story->change[i].cause >= 0)
            story->change[i].cause = place[story->change[i].cause];
    sort(story->change, story->changes, sizeof *story->change, by_effect, NULL);
    sort(story->donor, story->donors, sizeof *story->donor, by_points, NULL);
}

/* ---- telling */

/* A difference of a story. Equal ones of all stories share the struct `first`. */
typedef struct told_diff {
    const char *text;
    struct told_diff *first;
    /* of `first`: the entry that told it, and the index of that entry's story */
    const char *name; /* NULL: it is not told */
    int story;
} told_diff;

typedef struct teller {
    const us_story *story;
    int index;  /* of the story */
    int number; /* of the last entry */
    bool all;
    bool rest; /* the present entry is not among the first */
    us_telling *out;
    told_diff *diff; /* by difference of the story */
} teller;

static bool searches(const us_story *story)
{
    return story->how == US_STORY_SEARCH || story->how == US_STORY_RANDOM;
}

static bool is_control(const us_story *story)
{
    return story->how == US_STORY_DAEMONS;
}

/* Moves a text to the telling. */
static void add(teller *t, us_told_kind kind, us_str *text)
{
    us_telling *out = t->out;
    out->item = us_array_grow(out->item, out->count, &out->capacity, sizeof *out->item);
    out->item[out->count++] = (us_told){kind, t->rest && kind >= US_TOLD_ENTRY,
                                        us_arena_strndup(out->arena, text->text, text->length)};
    us_str_reset(text);
}

static void add_effect(int64_t effect, int64_t error, us_str *out)
{
    us_str_addf(out, "%+.1f +- %.1f", (double)effect / 100, (double)error / 100);
}

void us_story_print_proof(const us_story *story, us_str *out)
{
    us_str_addf(out, "%+.1f points [%+.1f, %+.1f] on ", (double)story->effect / 100,
                (double)story->low / 100, (double)story->high / 100);
    if (story->named && story->maps == 1)
        us_str_add(out, "this map");
    else
        us_str_addf(out, "%s%lld map%s", story->named ? "these " : "", (long long)story->maps,
                    story->maps == 1 ? "" : "s");
    if (story->level > 9500)
        us_str_addf(out, " (%.4g%%)", (double)story->level / 100);
}

void us_story_print_result(const us_story *story, us_str *out)
{
    if (story->tries > 0) {
        us_str_add(out, story->kept ? "kept, " : "not kept, ");
        us_story_print_proof(story, out);
    } else if (story->how == US_STORY_TRANSPLANTS) {
        us_str_add(out, "no donor");
    } else {
        us_str_add(out, story->differed || story->changes == 0
                            ? "no change seemed to help"
                            : "all libraries scored the same in each game: nothing tells the "
                              "changes apart");
    }
}

void us_story_print_donor(const us_story_donor *donor, us_str *out)
{
    us_str_addf(out, "%s: %s: estimated %.1f%% of the points in ", donor->name, donor->about,
                (double)donor->points / 100);
    us_str_add_count(out, donor->attempts, "attempt", "attempts");
}

/* ---- changes */

/* Appends what games say about the change. */
static void add_evidence(const us_story *story, const us_story_change *change, us_str *line)
{
    if (is_control(story)) {
        us_str_add(line, "Not proved: a control.");
        return;
    }
    if (!searches(story)) {
        us_str_add(line, "Not proved: no game was played with it.");
        return;
    }
    if (change->games == 0) {
        us_str_add(line, "No game of the screening tried it.");
    } else {
        us_str_add(line, "Screening: ");
        add_effect(change->effect, change->error, line);
        us_str_addf(line, " in %lld game%s.", (long long)change->games,
                    change->games == 1 ? "" : "s");
    }
    if (!change->tried && !change->kept) {
        us_str_add(line, story->tries > 0 ? " The last proof was without it."
                                          : " It was not put to the proof.");
        return;
    }
    us_str_addf(line, " Proof: %s; all changes of the proof together ",
                change->kept ? "kept" : "not kept");
    us_story_print_proof(story, line);
    us_str_addf(line, ", in %lld games.", (long long)story->proof_games);
}

static void add_diff(teller *t, const us_story_change *change, const char *name)
{
    US_AUTOSTR(line);
    if (change->diff < 0)
        return;
    told_diff *diff = t->diff[change->diff].first;
    if (!diff->name) {
        diff->name = us_arena_strdup(t->out->arena, name);
        diff->story = t->index;
        us_str_add(&line, diff->text);
        add(t, US_TOLD_DIFF, &line);
        return;
    }
    us_str_addf(&line, "The same difference as %s", diff->name);
    if (diff->story != t->index)
        us_str_addf(&line, " of adaptation %d", diff->story + 1);
    us_str_add_char(&line, '.');
    add(t, US_TOLD_LINE, &line);
}

/* Returns the word for a change: its modop, or its kind. */
static const char *word_of(const us_story_change *change)
{
    return change->modop[0] ? change->modop : change->kind;
}

/* Tells a change of a cause under the name "2.1". */
static void tell_repair(teller *t, const us_story_change *change, int number)
{
    US_AUTOSTR(name);
    US_AUTOSTR(line);
    us_str_addf(&name, "%d.%d", t->number, number);
    us_str_addf(&line, "Repair %s, %s%s%s.", name.text, word_of(change),
                change->about[0] ? ": " : "", change->about);
    if (change->child_name[0])
        us_str_addf(&line, " In the new library it %s \"%s\"%s.",
                    t->story->planned ? "would be" : "is", change->child_name,
                    change->append ? ", beside its parent" : "");
    us_str_add_char(&line, ' ');
    add_evidence(t->story, change, &line);
    add(t, US_TOLD_LINE, &line);
    add_diff(t, change, name.text);
}

/* Returns whether the present entry is a line, and the rest of it left out. */
static bool is_brief(teller *t)
{
    bool brief = t->rest && !t->all;
    t->out->less = t->out->less || brief;
    return brief;
}

/* Tells a change that no failure asked for. */
static void tell_change(teller *t, const us_story_change *change)
{
    US_AUTOSTR(line);
    US_AUTOSTR(name);
    us_str_addf(&name, "%d", ++t->number);
    us_str_addf(&line, "%s. %s \"%s\"%s%s: %s: ", name.text, change->kind, change->behavior,
                change->step[0] ? ", step " : "", change->step, change->about);
    add_effect(change->effect, change->error, &line);
    us_str_add(&line, change->kept ? ", kept" : change->tried ? ", not proved" : "");
    add(t, US_TOLD_ENTRY, &line);
    if (is_brief(t))
        return;
    add_evidence(t->story, change, &line);
    add(t, US_TOLD_LINE, &line);
    add_diff(t, change, name.text);
}

static void tell_donor(teller *t, const us_story_donor *donor)
{
    US_AUTOSTR(line);
    us_str_addf(&line, "%d. ", ++t->number);
    us_story_print_donor(donor, &line);
    us_str_add(&line, t->story->kept ? ", kept" : ", not proved");
    add(t, US_TOLD_ENTRY, &line);
}

/* ---- causes */

/* Appends the outcome of a cause. first: its best change, or NULL. */
static void add_outcome(const us_story *story, const us_story_cause *cause,
                        const us_story_change *first, us_str *line)
{
    const char *end = cause->end;
    if (first && !searches(story))
        us_str_addf(line, "%s: %s", story->planned ? "would be repaired" : "repaired",
                    word_of(first));
    else if (first && (first->kept || first->games == 0))
        us_str_addf(line, "%s: %s", first->kept ? "repaired, kept" : "not screened",
                    word_of(first));
    else if (first)
        us_str_addf(line, "best repair: %s, ", word_of(first));
    else if (us_text_equal(end, us_repair_end_name(US_REPAIR_UNSOUND)))
        us_str_add(line, "no repair fits");
    else if (us_text_equal(end, us_repair_end_name(US_REPAIR_PRESENT)))
        us_str_add(line, "it has its repair already");
    else if (us_text_equal(end, us_repair_end_name(US_REPAIR_OMITTED)))
        us_str_add(line, "left for later");
    else
        us_str_add(line, "not repaired");
    if (first && searches(story) && first->games > 0) {
        us_str_add(line, first->kept ? ", " : "");
        add_effect(first->effect, first->error, line);
    }
}

static void add_place(const us_story_cause *cause, us_str *line)
{
    us_str_add(line, cause->step[0] ? ", step " : "");
    us_str_add(line, cause->step);
    us_str_add(line, cause->goal[0] ? ", for " : "");
    us_str_addf(line, "%s.", cause->goal);
}

static void tell_frequency(teller *t, const us_story_cause *cause)
{
    US_AUTOSTR(line);
    if (is_control(t->story)) {
        us_str_addf(&line, "No failure led to it. It goes into \"%s\"", cause->behavior);
    } else {
        us_str_add_count(&line, cause->failures, "time", "times");
        us_str_addf(&line, ", in %lld of the %lld game%s in which it was at work, %lld won: \"%s\"",
                    (long long)cause->games, (long long)cause->active,
                    cause->active == 1 ? "" : "s", (long long)cause->wins, cause->behavior);
    }
    add_place(cause, &line);
    add(t, US_TOLD_LINE, &line);
}

static void tell_worst(teller *t, const us_story_cause *cause)
{
    US_AUTOSTR(line);
    if (is_control(t->story)) {
        us_str_addf(&line, "Filled in by the pattern itself: %s", cause->values);
        if (cause->values[0])
            add(t, US_TOLD_LINE, &line);
        return;
    }
    us_str_add(&line, "Worst: ");
    if (cause->trace[0])
        us_str_add(&line, cause->trace);
    else
        us_str_addf(&line, "training game %lld", (long long)cause->game);
    us_str_addf(&line, ", cycle%s %lld", cause->until > cause->cycle ? "s" : "",
                (long long)cause->cycle);
    if (cause->until > cause->cycle)
        us_str_addf(&line, " to %lld", (long long)cause->until);
    us_str_addf(&line, "%s%s", cause->values[0] ? ", " : "", cause->values);
    add(t, US_TOLD_LINE, &line);
}

static void tell_blame(teller *t, const us_story_cause *cause)
{
    US_AUTOSTR(line);
    if (is_control(t->story))
        return;
    us_str_addf(&line, "Blamed because %s. This cause has %lld percent of the pattern's badness.",
                cause->blamed, (long long)cause->share);
    if (cause->in_play > 0)
        us_str_addf(&line, " Repaired in play %lld time%s, of which %lld won.",
                    (long long)cause->in_play, cause->in_play == 1 ? "" : "s",
                    (long long)cause->in_play_won);
    add(t, US_TOLD_LINE, &line);
}

static void tell_tried(teller *t, const us_story_cause *cause)
{
    int length;
    US_AUTOSTR(text);
    for (const char *at = cause->tried, *line; us_text_take_line(&at, &line, &length);) {
        us_str_addf(&text, "Tried: %.*s", length, line);
        add(t, US_TOLD_LINE, &text);
    }
}

/* change: the first one of the cause, or NULL. The others follow it. */
static void tell_cause(teller *t, int index, const us_story_change *change)
{
    US_AUTOSTR(line);
    const us_story *story = t->story;
    const us_story_cause *cause = &story->cause[index];
    t->number++;
    if (is_control(story))
        us_str_addf(&line, "%d. A daemon (control), one of %s", t->number, cause->pattern);
    else
        us_str_addf(&line, "%d. %s: %s; in %lld game%s; ", t->number, cause->pattern, cause->about,
                    (long long)cause->games, cause->games == 1 ? "" : "s");
    if (!is_control(story))
        add_outcome(story, cause, change, &line);
    add(t, US_TOLD_ENTRY, &line);
    if (is_brief(t))
        return;
    tell_frequency(t, cause);
    tell_worst(t, cause);
    tell_blame(t, cause);
    tell_tried(t, cause);
    for (int k = 1; change && change < story->change + story->changes && change->cause == index;
         k++, change++)
        tell_repair(t, change, k);
}

/* Tells a cause without a repair in one line. */
static void tell_passed(teller *t, const us_story_cause *cause)
{
    US_AUTOSTR(line);
    us_str_addf(&line, "%s: %s; \"%s\"%s%s, ", cause->pattern, cause->about, cause->behavior,
                cause->step[0] ? ", step " : "", cause->step);
    if (place_of(cause) == AS_NOISE)
        us_str_addf(&line,
                    "in %lld of the %lld game%s in which it was at work: ", (long long)cause->games,
                    (long long)cause->active, cause->active == 1 ? "" : "s");
    if (place_of(cause) == AS_UNRELATED)
        us_str_addf(&line, "early in %lld of %lld lost and %lld of %lld won games",
                    (long long)cause->failed_lost, (long long)cause->lost,
                    (long long)cause->failed_won, (long long)cause->won);
    else if (cause->games < t->story->least)
        us_str_addf(&line, "fewer than %lld (--least)", (long long)t->story->least);
    else
        us_str_addf(&line, "less than %lld percent (--share)", (long long)t->story->percent);
    add(t, US_TOLD_ENTRY, &line);
}

/* Returns whether the entry at that place of a list is left out, and tells how many are. */
static bool is_left_out(teller *t, int place, int count)
{
    US_AUTOSTR(line);
    t->rest = place >= US_STORY_FULL;
    if (t->all || place < US_STORY_BRIEF)
        return false;
    t->out->less = true;
    us_str_addf(&line, "%d more", count - place);
    if (place == US_STORY_BRIEF)
        add(t, US_TOLD_ENTRY, &line);
    t->number++;
    return true;
}

static void add_heading(teller *t, const char *text, int count)
{
    US_AUTOSTR(line);
    us_str_addf(&line, "%s (%d)", text, count);
    t->rest = false;
    add(t, US_TOLD_HEADING, &line);
}

static int count_place(const us_story *story, cause_place wanted)
{
    int count = 0;
    for (int i = 0; i < story->causes; i++)
        count += place_of(&story->cause[i]) == wanted;
    return count;
}

/* Returns whether there is a change at that index, and its cause is one of these. */
static bool has_change_of(const us_story *story, int index, int low, int high)
{
    return index < story->changes && story->change[index].cause >= low &&
           story->change[index].cause <= high;
}

static void tell_causes(teller *t)
{
    const us_story *story = t->story;
    int count = count_place(story, AMONG_CAUSES), unrelated = count_place(story, AS_UNRELATED);
    int noise = count_place(story, AS_NOISE);
    int first = 0; /* change of the cause */
    if (count > 0)
        add_heading(t,
                    is_control(story) ? "Daemons" : "Causes, by the games in which they occurred",
                    count);
    for (int i = 0; i < count; i++) {
        while (has_change_of(story, first, 0, i - 1))
            first++;
        if (!is_left_out(t, i, count))
            tell_cause(t, i, has_change_of(story, first, i, i) ? &story->change[first] : NULL);
    }
    if (unrelated > 0)
        add_heading(t, "Causes not shown to be more frequent early in lost games", unrelated);
    for (int i = 0; i < unrelated; i++)
        tell_passed(t, &story->cause[count + i]);
    if (noise > 0)
        add_heading(t, "Noise, which may be chance", noise);
    t->rest = true;
    t->out->less = t->out->less || (noise > 0 && !t->all);
    for (int i = 0; i < noise && t->all; i++)
        tell_passed(t, &story->cause[count + unrelated + i]);
}

static void tell_changes(teller *t)
{
    const us_story *story = t->story;
    int first = 0;
    while (first < story->changes && story->change[first].cause >= 0)
        first++;
    if (first < story->changes)
        add_heading(t, "Changes that no failure asked for, by effect", story->changes - first);
    for (int i = first; i < story->changes; i++)
        if (!is_left_out(t, i - first, story->changes - first))
            tell_change(t, &story->change[i]);
}

static void tell_donors(teller *t)
{
    const us_story *story = t->story;
    if (story->donors > 0)
        add_heading(t, "Transplants, by their points in practice", story->donors);
    for (int i = 0; i < story->donors; i++)
        if (!is_left_out(t, i, story->donors))
            tell_donor(t, &story->donor[i]);
}

/* ---- stories */

static void tell_title(teller *t)
{
    US_AUTOSTR(line);
    const us_story *story = t->story;
    int repaired = 0;
    for (int i = 0; i < story->changes; i++)
        repaired += story->change[i].kept;
    us_str_addf(&line, "Adaptation %d: ", t->index + 1);
    if (story->how == US_STORY_TRANSPLANTS) {
        us_str_addf(&line, "transplants of round %lld of a search, %lld games",
                    (long long)story->round, (long long)story->played);
    } else if (searches(story)) {
        us_str_addf(&line, "round %lld of a search%s, %lld games", (long long)story->round,
                    story->how == US_STORY_RANDOM ? " of random changes (control)" : "",
                    (long long)story->played);
    } else if (is_control(story)) {
        us_str_add_count(&line, repaired, "daemon", "daemons");
        us_str_add(&line, " of a control; no game was read");
    } else {
        us_str_add_count(&line, repaired, story->planned ? "proposed repair" : "repair",
                         story->planned ? "proposed repairs" : "repairs");
        us_str_addf(&line, " from %lld failure%s in ", (long long)story->failures,
                    story->failures == 1 ? "" : "s");
        us_str_add_count(&line, story->games, "game", "games");
    }
    add(t, US_TOLD_TITLE, &line);
}

static void tell_proof(teller *t)
{
    US_AUTOSTR(line);
    const us_story *story = t->story;
    us_str_add(&line, story->tries > 0 ? "Proof: " : "No proof: ");
    us_story_print_result(story, &line);
    if (story->tries > 0)
        us_str_addf(&line, ", in %lld games", (long long)story->proof_games);
    us_str_add_char(&line, '.');
    add(t, US_TOLD_NOTE, &line);
}

static void tell_result(teller *t)
{
    US_AUTOSTR(line);
    const us_story *story = t->story;
    if (story->how == US_STORY_TRANSPLANTS) {
        us_str_add(&line, "The library got the behaviors of other players or libraries, and "
                          "practiced ");
        us_str_add_count(&line, story->games, "game.", "games.");
        add(t, US_TOLD_NOTE, &line);
        tell_proof(t);
        return;
    }
    if (!searches(story)) {
        us_str_add(&line, "No game proved these repairs.");
        if (story->changes > 0)
            add(t, US_TOLD_NOTE, &line);
        return;
    }
    us_str_add_count(&line, story->games, "game", "games");
    if (story->wins >= 0)
        us_str_addf(&line, " of training, %lld won", (long long)story->wins);
    us_str_addf(&line, ", showed %lld failure%s. ", (long long)story->failures,
                story->failures == 1 ? "" : "s");
    us_str_add_count(&line, story->changes, "change was searched.", "changes were searched.");
    add(t, US_TOLD_NOTE, &line);
    tell_proof(t);
}

static int by_text(const void *left, const void *right)
{
    const ranked *l = left, *r = right;
    return strcmp(((const told_diff *)l->item)->text, ((const told_diff *)r->item)->text);
}

/* Returns the differences of all stories, story by story, in the arena. Sorting finds the equal
 * ones: texts of an input could be made to share a hash. */
static told_diff *list_diffs(const us_story *story, int stories, us_arena *arena)
{
    int count = 0, at = 0;
    for (int i = 0; i < stories; i++)
        count += story[i].diffs;
    told_diff *list = US_ARENA_ARRAY(arena, told_diff, count + 1);
    US_AUTOFREE ranked *sorted = US_NEW_ARRAY(ranked, count + 1);
    for (int i = 0; i < stories; i++)
        for (int k = 0; k < story[i].diffs; k++, at++) {
            list[at] = (told_diff){.text = story[i].diff[k], .first = &list[at]};
            sorted[at] = (ranked){&list[at], at};
        }
    us_array_sort(sorted, (size_t)count, sizeof *sorted, by_text);
    for (int i = 1; i < count; i++)
        if (by_text(&sorted[i - 1], &sorted[i]) == 0)
            list[sorted[i].index].first = list[sorted[i - 1].index].first;
    return list;
}

void us_stories_tell(const us_story *story, int stories, bool all, us_telling *out)
{
    *out = (us_telling){.arena = us_arena_new()};
    teller t = {.all = all, .out = out, .diff = list_diffs(story, stories, out->arena)};
    for (int i = 0; i < stories; i++) {
        t.story = &story[i];
        t.index = i;
        t.number = 0;
        t.rest = false;
        tell_title(&t);
        tell_result(&t);
        tell_causes(&t);
        tell_changes(&t);
        tell_donors(&t);
        t.diff += story[i].diffs;
    }
}

void us_telling_clear(us_telling *telling)
{
    us_mem_free(telling->item);
    us_arena_free(telling->arena);
    *telling = (us_telling){0};
}
