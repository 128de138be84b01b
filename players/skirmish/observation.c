#include "players/skirmish/player.h"

#include <string.h>

void sp_list_init(sp_player *s, sp_list *list, int most)
{
    *list = (sp_list){US_ARENA_ARRAY(s->arena, const us_entity *, most), 0, most};
}

void sp_list_add(sp_list *list, const us_entity *entity)
{
    if (list->count < list->most)
        list->at[list->count++] = entity;
}

/* Fills the list with those of two others. */
static void join(sp_list *list, const sp_list *first, const sp_list *then)
{
    list->count = 0;
    SP_EACH (entity, *first)
        sp_list_add(list, entity);
    SP_EACH (entity, *then)
        sp_list_add(list, entity);
}

void sp_list_change_job(sp_player *s, const sp_list *list, sp_job from, sp_job to)
{
    SP_EACH (unit, *list) {
        sp_note *note = sp_note_get(s, unit->id);
        if (note->job == from)
            note->job = (uint8_t)to;
    }
}

void sp_observation_init(sp_player *s)
{
    sp_observation *e = &s->observation;
    sp_list *lists[] = {&e->worker, &e->fighter,  &e->building,     &e->site,
                        &e->gun,    &e->foe_unit, &e->foe_building, &e->mine};
    for (int i = 0; i < US_COUNT(lists); i++)
        sp_list_init(s, lists[i], SP_LIST_MAX);
    sp_list_init(s, &e->house, 2 * SP_LIST_MAX);
    sp_list_init(s, &e->foe, 2 * SP_LIST_MAX);
    e->have = US_ARENA_ARRAY(s->arena, int16_t, s->domain->type_count);
    e->coming = US_ARENA_ARRAY(s->arena, int16_t, s->domain->type_count);
    e->home_x = e->home_y = -1;
    s->notes.count = SP_NOTES_START;
    s->notes.note = US_NEW_ARRAY(sp_note, SP_NOTES_START);
}

sp_note *sp_note_get(sp_player *s, us_id id)
{
    if (id >= (us_id)s->notes.count) {
        int count = s->notes.count;
        while (id >= (us_id)count)
            count *= 2;
        s->notes.note = us_mem_realloc(s->notes.note, (size_t)count * sizeof(sp_note));
        memset(s->notes.note + s->notes.count, 0,
               (size_t)(count - s->notes.count) * sizeof(sp_note));
        s->notes.count = count;
    }
    sp_note *note = &s->notes.note[id];
    if (!note->when && !note->job)
        note->action = -1;
    return note;
}

static void count_up(const us_domain *domain, int16_t *table, us_type type)
{
    for (; type != US_NO_TYPE; type = domain->type[type].parent)
        table[type]++;
}

int sp_entity_middle_x(const sp_player *s, const us_entity *entity)
{
    return entity->x + (s->domain->type[entity->type].width - 1) / 2;
}

int sp_entity_middle_y(const sp_player *s, const us_entity *entity)
{
    return entity->y + (s->domain->type[entity->type].height - 1) / 2;
}

static void see_own(sp_player *s, const us_entity *entity, int sort)
{
    sp_observation *e = &s->observation;
    const us_type_def *def = &s->domain->type[entity->type];
    bool finished = !(entity->flags & US_ENTITY_UNFINISHED);
    count_up(s->domain, finished ? e->have : e->coming, entity->type);
    if (sort & SP_WORKER)
        sp_list_add(&e->worker, entity);
    else if (sort & SP_FIGHTER)
        sp_list_add(&e->fighter, entity);
    if (!(sort & SP_BUILDING))
        return;
    sp_list_add(finished ? &e->building : &e->site, entity);
    if (finished && (sort & SP_GUN))
        sp_list_add(&e->gun, entity);
    if (finished && entity->product != US_NO_TYPE)
        count_up(s->domain, e->coming, entity->product);
    if (entity->x < e->low_x)
        e->low_x = entity->x;
    if (entity->y < e->low_y)
        e->low_y = entity->y;
    if (entity->x + def->width - 1 > e->high_x)
        e->high_x = (int16_t)(entity->x + def->width - 1);
    if (entity->y + def->height - 1 > e->high_y)
        e->high_y = (int16_t)(entity->y + def->height - 1);
    /* the oldest hall stays the heart of the base as long as it stands */
    bool heartier =
        !e->heart || ((sort & SP_HALL) && finished && !(s->words.sort[e->heart->type] & SP_HALL));
    if (heartier)
        e->heart = entity;
}

static void see_foe(sp_player *s, const us_entity *entity, int sort)
{
    sp_observation *e = &s->observation;
    if (sort & SP_UNIT) {
        sp_list_add(&e->foe_unit, entity);
        e->foe_workers += (sort & SP_WORKER) != 0;
        e->foe_power += sort & SP_FIGHTER ? sp_entity_power(s, entity) : 0;
    } else if (sort & SP_BUILDING) {
        sp_list_add(&e->foe_building, entity);
        e->foe_guns += sort & SP_GUN ? sp_entity_power(s, entity) : 0;
    }
}

static void see_knowledge(sp_player *s)
{
    sp_observation *e = &s->observation;
    for (int i = 0; i < s->words.upgrade_count; i++) {
        us_type t = s->words.upgrades[i];
        if (us_world_tally(s->world, s->self, s->domain->type[t].tally) > 0)
            count_up(s->domain, e->have, t);
    }
    e->skill = e->foe_skill = 100;
    for (int i = 0; i < s->words.weapons; i++) {
        int tally = s->domain->type[s->words.weapon[i]].tally;
        for (us_seat seat = 0; tally >= 0 && seat < s->world->seats; seat++) {
            if (us_world_tally(s->world, seat, tally) > 0)
                *(seat == s->self ? &e->skill : &e->foe_skill) += 20;
        }
    }
}

void sp_observation_update(sp_player *s)
{
    sp_observation *e = &s->observation;
    e->worker.count = e->fighter.count = e->building.count = e->site.count = e->gun.count = 0;
    e->foe_unit.count = e->foe_building.count = e->mine.count = 0;
    memset(e->have, 0, (size_t)s->domain->type_count * sizeof(*e->have));
    memset(e->coming, 0, (size_t)s->domain->type_count * sizeof(*e->coming));
    e->power = e->foe_power = e->foe_guns = 0;
    e->foe_workers = 0;
    e->heart = NULL;
    e->low_x = e->low_y = INT16_MAX;
    e->high_x = e->high_y = -1;
    see_knowledge(s);
    for (int i = 0; i < s->world->count; i++) {
        const us_entity *entity = &s->world->entity[i];
        int sort = s->words.sort[entity->type];
        if (entity->owner == s->self)
            see_own(s, entity, sort);
        else if (entity->owner != US_NEUTRAL)
            see_foe(s, entity, sort);
        else if ((sort & SP_MINE) && entity->attribute[s->words.stock] > 0)
            sp_list_add(&e->mine, entity);
    }
    join(&e->house, &e->building, &e->site);
    join(&e->foe, &e->foe_unit, &e->foe_building);
    SP_EACH (unit, e->fighter)
        e->power += sp_entity_power(s, unit);
    const us_entity *heart = e->heart ? e->heart : e->worker.count ? e->worker.at[0] : NULL;
    if (heart && (e->heart || e->home_x < 0)) {
        e->home_x = (int16_t)sp_entity_middle_x(s, heart);
        e->home_y = (int16_t)sp_entity_middle_y(s, heart);
    }
    if (e->home_x < 0)
        e->home_x = e->home_y = 0;
}

static int sum_equivalents(const sp_player *s, const int16_t *table, us_type type)
{
    int sum = 0;
    for (int i = 0; i < s->words.equivalent_count[type]; i++)
        sum += table[s->words.equivalents[type][i]];
    return sum;
}

int sp_type_count(const sp_player *s, us_type type)
{
    return sum_equivalents(s, s->observation.have, type);
}

int sp_type_count_coming(const sp_player *s, us_type type)
{
    return sum_equivalents(s, s->observation.coming, type);
}

bool sp_type_has_requirements(const sp_player *s, us_type type)
{
    const us_type_def *def = &s->domain->type[type];
    for (int i = 0; i < def->requires_count; i++) {
        int met = 0;
        for (int k = 0; k < def->requires[i].count; k++)
            met += s->observation.have[def->requires[i].type[k]] > 0;
        if (met == def->requires[i].count)
            return true;
    }
    return def->requires_count == 0;
}

int32_t sp_entity_power(const sp_player *s, const us_entity *entity)
{
    int32_t full = s->domain->type[entity->type].attribute[0];
    int32_t power = s->words.power[entity->type];
    if (!power || full <= 0 || (entity->flags & US_ENTITY_UNFINISHED))
        return 0;
    int32_t skill = entity->owner == s->self ? s->observation.skill : s->observation.foe_skill;
    /* half of it is lost with the last hit point: the wounded strike as hard as the whole */
    return power * (full + entity->attribute[0]) / (2 * full) * skill / 100;
}

int32_t sp_foe_power_near(const sp_player *s, int x, int y, int reach)
{
    int32_t sum = 0;
    SP_EACH (foe, s->observation.foe) {
        int sort = s->words.sort[foe->type];
        bool strikes = (sort & SP_UNIT) && foe->status == s->words.attacking;
        bool armed = strikes || (sort & (SP_FIGHTER | SP_GUN));
        if (armed && sp_cell_distance(x, y, foe->x, foe->y) <= reach)
            sum += sp_entity_power(s, foe);
    }
    return sum;
}

int32_t sp_own_power_near(const sp_player *s, int x, int y, int reach)
{
    const sp_list *lists[] = {&s->observation.fighter, &s->observation.gun};
    int32_t sum = 0;
    for (int k = 0; k < US_COUNT(lists); k++)
        SP_EACH (own, *lists[k])
            if (sp_cell_distance(x, y, own->x, own->y) <= reach)
                sum += sp_entity_power(s, own);
    return sum;
}

bool sp_cell_is_near_foe_hall(const sp_player *s, int x, int y, int reach)
{
    SP_EACH (hall, s->observation.foe_building) {
        if ((s->words.sort[hall->type] & SP_HALL) &&
            us_entity_cell_distance(s->domain, hall, x, y) <= reach)
            return true;
    }
    return false;
}
