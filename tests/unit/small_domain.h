/* A domain that has one of each thing, small enough to read in one go. With ' for ". */
#ifndef US_TESTS_UNIT_SMALL_DOMAIN_H
#define US_TESTS_UNIT_SMALL_DOMAIN_H

#include "domain/domain.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/test.h"

static const char us_small[] =
    "{'domain': 'small', 'cycles_per_second': 10,\n"
    " 'factions': {'red': 'the one', 'blue': 'the other'},\n"
    " 'resources': {'ore': 'from rocks', 'wood': 'from trees'},\n"
    " 'counters': {'kills': 'enemies killed'},\n"
    " 'movements': {'land': 'on foot', 'air': 'on wings'},\n"
    " 'statuses': {'idle': 'nothing to do', 'busy': 'at work'},\n"
    " 'roles': {'worker': 'works', 'base': 'is lived in', 'known': 'is learned'},\n"
    " 'attributes': [\n"
    "  {'name': 'hit_points', 'low': 0, 'high': 100},\n"
    "  {'name': 'carries', 'low': -1, 'high': 7, 'default': -1, 'private': true}],\n"
    " 'terrains': [\n"
    "  {'name': 'plain', 'symbol': '.', 'passable': ['land', 'air'], 'buildable': true},\n"
    "  {'name': 'tree', 'symbol': 'T', 'passable': ['air'], 'resource': 'wood', 'amount': 5,\n"
    "   'becomes': 'plain'},\n"
    "  {'name': 'gate', 'symbol': '#', 'breakable': true, 'amount': 9, 'becomes': 'plain'}],\n"
    " 'actions': [\n"
    "  {'name': 'go', 'by': ['worker'], 'group': true, 'params': {'cell': 'cell'},\n"
    "   'effects': [{'effect': 'move'}], 'when': 'true', 'patience': 30},\n"
    "  {'name': 'make', 'by': ['base'], 'params': {'type': 'type'},\n"
    "   'effects': [{'effect': 'create', 'param': 'type'}], 'patience': 60},\n"
    "  {'name': 'learn', 'by': ['base'], 'params': {'type': 'type'},\n"
    "   'effects': [{'effect': 'learn', 'param': 'type'}], 'patience': 60},\n"
    "  {'name': 'dig', 'by': ['worker'], 'continues': true, 'queues': true, 'params': {'target': "
    "'entity'},\n"
    "   'effects': [{'effect': 'gain', 'resource': 'ore'}], 'done': 'unit.status == busy', "
    "'patience': 90}],\n"
    " 'types': [\n"
    "  {'name': 'unit', 'kind': 'unit', 'abstract': true, 'size': [1, 1], 'movement': 'land',\n"
    "   'cost': {'ore': 5}, 'food_use': 1, 'attributes': {'hit_points': 5}},\n"
    "  {'name': 'hand', 'parent': 'unit', 'abstract': true, 'roles': ['worker'], 'gathers': "
    "['ore']},\n"
    "  {'name': 'redhand', 'parent': 'hand', 'faction': 'red', 'counterpart': 'bluehand'},\n"
    "  {'name': 'bluehand', 'parent': 'hand', 'faction': 'blue', 'counterpart': 'redhand',\n"
    "   'requires': [['iron']]},\n"
    "  {'name': 'beast', 'parent': 'unit'},\n"
    "  {'name': 'house', 'kind': 'building', 'abstract': true, 'roles': ['base'], 'size': [3, 2],\n"
    "   'attributes': {'hit_points': 50}, 'stores': ['ore', 'wood'], 'food_supply': 4,\n"
    "   'requires': [['hand', 'iron'], ['iron']], 'makes': {'make': ['hand'], 'learn': "
    "['iron']}},\n"
    "  {'name': 'redhouse', 'parent': 'house', 'faction': 'red', 'counterpart': 'bluehouse',\n"
    "   'cost': {'wood': 7}},\n"
    "  {'name': 'bluehouse', 'parent': 'house', 'faction': 'blue', 'counterpart': 'redhouse',\n"
    "   'requires': []},\n"
    "  {'name': 'rock', 'kind': 'resource', 'size': [2, 2], 'yields': 'ore',\n"
    "   'attributes': {'hit_points': 100}},\n"
    "  {'name': 'iron', 'kind': 'upgrade', 'abstract': true, 'roles': ['known']},\n"
    "  {'name': 'red-iron', 'parent': 'iron', 'faction': 'red', 'counterpart': 'blue-iron'},\n"
    "  {'name': 'blue-iron', 'parent': 'iron', 'faction': 'blue', 'counterpart': 'red-iron'}]}\n";

static inline us_domain *small_domain(void)
{
    us_str text;
    us_str_init(&text);
    us_mutate(us_small, NULL, &text);
    us_domain *domain = NULL;
    REQUIRE(us_domain_parse("small", text.text, text.length, &domain, NULL) == US_OK);
    us_str_clear(&text);
    return domain;
}

#endif
