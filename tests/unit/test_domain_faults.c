/* What a domain file may do wrong, and what is said about it. */
#include "domain/domain.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"

static const us_mutation bad[] = {
    {"'domain': 'small', ", "", "1:1: member 'domain' is missing: expected a string"},
    {"'domain': 'small'", "'domain': 'sm all'",
     "1:12: 'sm all' is no name: expected a letter, then letters, digits, '-' and '_', at most 63 "
     "in all"},
    {"'cycles_per_second': 10", "'cycles_per_second': 0",
     "1:42: member 'cycles_per_second': expected an integer from 1 to 1000, found 0"},
    {"'cycles_per_second': 10", "'cycles_per_second': 10, 'speed': 3",
     "1:46: unknown member 'speed': expected"},
    {"'movements': {", "'movement': {", "5:2: unknown member 'movement': expected"},
    {"'red': 'the one'", "'red': 1", "2:22: expected a phrase about 'red', a string"},
    {"'red': 'the one'", "'9red': ''",
     "2:23: '9red' is no name: expected a letter, then letters, digits, '-' and '_', at most 63 in "
     "all"},
    {"'resources': {'ore': 'from rocks', 'wood': 'from trees'}", "'resources': {}",
     "13:68: 'wood' is not a resource: expected none"},
    {"'kills': 'enemies killed'", "'ore': 'again'",
     "4:22: 'ore' is there already: expected resources, counters and upgrades to have names of "
     "their own"},
    {"'name': 'hit_points', 'low'", "'name': 'life', 'low'",
     "9:3: the first attribute is 'life': expected 'hit_points'"},
    {"'name': 'carries'", "'name': 'hit_points'", "10:3: attribute 'hit_points' is there already"},
    {"'high': 7, 'default'", "'high': -2, 'default'",
     "10:42: member 'high': expected an integer from -1 to 2147483647, found -2"},
    {"'default': -1", "'default': 9",
     "10:56: member 'default': expected an integer from -1 to 7, found 9"},
    {"'private': true", "'private': 1", "10:71: member 'private': expected true or false, found 1"},
    {"'default': -1", "'defualt': -1", "10:45: unknown member 'defualt': expected"},
    {"'low': -1", "'low': 1.5",
     "10:30: member 'low': expected an integer from -2147483648 to 2147483647, found 1.5"},
    {"'symbol': 'T'", "'symbol': 'TT'",
     "13:30: symbol 'TT': expected one printable ASCII character"},
    {"'symbol': 'T'", "'symbol': '.'", "13:30: symbol '.' is that of terrain 'plain' already"},
    {"'passable': ['air']", "'passable': ['sea']",
     "13:48: 'sea' is not a movement: expected one of land, air"},
    {"'passable': ['air']", "'passable': ['air', 'air']", "13:55: 'air' stands here twice"},
    {"'resource': 'wood', 'amount': 5", "'resource': 'mud', 'amount': 5",
     "13:68: 'mud' is not a resource: expected one of ore, wood"},
    {"'resource': 'wood', 'amount': 5", "'resource': 'wood'",
     "13:3: terrain 'tree': expected 'amount' of at least 1, for what is gathered or broken there"},
    {"'resource': 'wood', 'amount': 5", "'resource': 'wood', 'breakable': true, 'amount': 5",
     "13:3: terrain 'tree' is breakable and gives a resource: expected one of them, there is one "
     "amount"},
    {"'resource': 'wood', 'amount': 5", "'resource': 'wood', 'amount': 256",
     "13:86: member 'amount': expected an integer from 0 to 255, found 256"},
    {"'buildable': true}", "'buildable': true, 'amount': 3}",
     "12:3: terrain 'plain': expected 'amount' only beside 'resource' or 'breakable'"},
    {"'amount': 9, 'becomes': 'plain'", "'amount': 9, 'becomes': 'ruin'",
     "15:78: 'ruin' is not a terrain: expected one of this file"},
    {"'amount': 9, 'becomes': 'plain'", "'amount': 9, 'becomes': 'gate'",
     "15:78: terrain 'gate' becomes 'gate': expected another one, and an 'amount' that can go"},
    {"'name': 'gate'", "'name': 'tree'", "15:3: terrain 'tree' is there already"},
    {"'by': ['worker'], 'group'", "'by': ['cook'], 'group'",
     "17:25: 'cook' is not a role: expected one of worker, base, known"},
    {"'by': ['worker'], 'group'", "'by': [], 'group'",
     "17:3: action 'go' is done by nobody: expected 'by' with at least one role"},
    {"'name': 'make'", "'name': 'go'", "19:3: action 'go' is there already"},
    {"'params': {'cell': 'cell'}", "'params': {'cell': 'cell', 'to': 'cell'}",
     "17:84: a second cell: expected at most one, orders write it as 'x' and 'y'"},
    {"'params': {'cell': 'cell'}", "'params': {'x': 'number'}",
     "17:67: 'x' has a meaning of its own: expected another name for a parameter"},
    {"'params': {'cell': 'cell'}", "'params': {'cell': 'place'}",
     "17:70: bad kind of parameter 'cell': expected 'entity', 'type', 'cell', 'resource', 'seat' "
     "or 'number'"},
    {"'params': {'cell': 'cell'}",
     "'params': {'a': 'seat', 'b': 'seat', 'c': 'seat', 'd': 'seat', 'e': 'seat'}",
     "17:61: 5 parameters: expected at most 4"},
    {"{'effect': 'move'}", "{'effect': 'fly'}",
     "18:27: 'fly' is not an effect: expected create, convert, learn, gain, harm, heal, move, open "
     "or lose"},
    {"{'effect': 'move'}", "{'effect': 'move', 'param': 'there'}",
     "18:44: 'there' is not a parameter of action 'go': expected one of its 'params'"},
    {"{'effect': 'move'}", "{'effect': 'heal', 'param': 'cell'}",
     "18:44: parameter 'cell' is a cell: expected one that effect 'heal' takes"},
    {"{'effect': 'move'}", "{'effect': 'move', 'resource': 'ore'}",
     "18:47: found 'resource', expected it with effect 'gain' alone"},
    {"{'effect': 'move'}", "'move'", "18:16: expected an effect, an object"},
    {"'effect': 'create', 'param': 'type'", "'effect': 'create'",
     "20:16: effect 'create' without 'param': expected the parameter that holds the type"},
    {"'when': 'true', 'patience': 30", "'when': 'true'",
     "17:3: member 'patience' is missing: expected an integer from 1 to 2147483647"},
    {"'when': 'true'", "'when': true", "18:45: member 'when': expected a string, found true"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'redhand', 'parent': 'unit'}",
     "32:3: type 'redhand' is there already"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'beast', 'parent': 'animal'}",
     "32:31: 'animal' is not a type: expected one of this file"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'beast', 'parent': 'beast'}",
     "32:31: type 'beast' is its own parent"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'beast', 'parent': 'redhand'}",
     "32:31: parent 'redhand' of 'beast' is not abstract: expected an abstract type"},
    {"'unit', 'kind': 'unit', 'abstract': true,",
     "'unit', 'kind': 'unit', 'parent': 'hand', 'abstract': true,",
     "26:46: parent 'hand' of 'unit' stands below it: expected parents before their children"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'beast'}",
     "32:3: type 'beast' has neither 'parent' nor 'kind'"},
    {"{'name': 'beast', 'parent': 'unit'}",
     "{'name': 'beast', 'parent': 'unit', 'kind': 'upgrade'}",
     "32:47: 'beast' is of kind upgrade below kind unit: expected the parent's"},
    {"{'name': 'beast', 'parent': 'unit'}",
     "{'name': 'beast', 'parent': 'unit', 'kind': 'building'}",
     "32:3: building 'beast' has a 'movement': expected that units move and all else stays"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'beast', 'kind': 'monster'}",
     "32:29: 'monster' is not a kind of type: expected unit, building, resource or upgrade"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'parent': 'unit'}",
     "32:3: member 'name' is missing: expected a string"},
    {"{'name': 'beast', 'parent': 'unit'}", "7", "32:3: expected a type, an object"},
    {"{'name': 'beast', 'parent': 'unit'}", "{'name': 'beast', 'parent': 'unit', 'colour': 3}",
     "32:39: unknown member 'colour': expected"},
    {"'size': [3, 2]", "'size': [3]",
     "33:86: bad size: expected width and height in cells, 1 to 16"},
    {"'size': [3, 2]", "'size': [3, 17]",
     "33:86: bad size: expected width and height in cells, 1 to 16"},
    {"'attributes': {'hit_points': 50}", "'attributes': {'hit_points': 101}",
     "34:33: member 'hit_points': expected an integer from 0 to 100, found 101"},
    {"'attributes': {'hit_points': 50}", "'attributes': {'mana': 50}",
     "34:27: 'mana' is not an attribute: expected one of 'attributes'"},
    {"'attributes': {'hit_points': 50}, ", "",
     "36:3: building 'redhouse' has no hit points: expected 'attributes' with 'hit_points' of at "
     "least 1"},
    {"'cost': {'wood': 7}", "'cost': {'stone': 7}",
     "37:22: 'stone' is not a resource: expected one of 'resources'"},
    {"'cost': {'wood': 7}", "'cost': {'wood': -7}",
     "37:21: member 'wood': expected an integer from 0 to 1000000, found -7"},
    {"'roles': ['base']", "'roles': ['basis']",
     "33:69: 'basis' is not a role: expected one of worker, base, known"},
    {"'stores': ['ore', 'wood']", "'stores': ['oar']",
     "34:49: 'oar' is not a resource: expected one of ore, wood"},
    {"'food_supply': 4", "'food_supply': 'four'",
     "34:80: member 'food_supply': expected an integer from 0 to 1000, found 'four'"},
    {"'movement': 'land',", "",
     "29:3: unit 'redhand' has no 'movement': expected that units move and all else stays"},
    {"'size': [3, 2],", "'size': [3, 2], 'movement': 'air',",
     "36:3: building 'redhouse' has a 'movement': expected that units move and all else stays"},
    {"'size': [3, 2],", "'size': [3, 2], 'yields': 'ore',",
     "36:3: building 'redhouse' 'yields' a resource: expected that only resources do"},
    {"'size': [3, 2],", "'size': [3, 2], 'gathers': ['ore'],",
     "36:3: building 'redhouse' gathers: expected that only units do"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'faction': 'green', 'counterpart': 'bluehand'",
     "29:52: 'green' is not a faction: expected one of red, blue"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'faction': 'red', 'counterpart': 'nobody'",
     "29:74: 'nobody' is not a type: expected one of this file"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'faction': 'red', 'counterpart': 'redhouse'",
     "29:74: counterpart 'redhouse' of 'redhand': expected two types of two factions"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'faction': 'red', 'counterpart': 'bluehouse'",
     "29:74: counterpart 'bluehouse' of 'redhand' is of kind building: expected unit"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'faction': 'red', 'counterpart': 'hand'",
     "29:74: 'hand' is abstract: expected counterparts to be concrete"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'faction': 'red'",
     "30:76: 'bluehand' names 'redhand' its counterpart, which names none: expected each to name "
     "the other"},
    {"'faction': 'red', 'counterpart': 'bluehand'", "'counterpart': 'bluehand'",
     "29:56: counterpart 'bluehand' of 'redhand': expected two types of two factions"},
    {"'abstract': true, 'roles': ['worker']",
     "'abstract': true, 'faction': 'red', 'roles': ['worker']",
     "30:53: 'bluehand' is of another faction than its parent"},
    {"{'name': 'beast', 'parent': 'unit'}",
     "{'name': 'beast', 'parent': 'unit', 'apart': {'from': 'stone', 'cells': 4}}",
     "32:57: 'stone' is not a type: expected one of this file"},
    {"{'name': 'beast', 'parent': 'unit'}",
     "{'name': 'beast', 'parent': 'unit', 'apart': {'from': 'rock', 'cells': 0}}",
     "32:74: member 'cells': expected an integer from 1 to 64, found 0"},
    {"{'name': 'beast', 'parent': 'unit'}",
     "{'name': 'beast', 'parent': 'unit', 'apart': {'from': 'rock', 'cells': 4}}",
     "32:48: 'beast' is of kind unit: expected that only buildings keep apart"},
    {"'cost': {'wood': 7}", "'cost': {'wood': 7}, 'apart': {'from': 'hand', 'cells': 4}",
     "37:43: 'hand' is of kind unit: expected a building or a resource to keep apart from"},
    {"'cost': {'wood': 7}", "'cost': {'wood': 7}, 'apart': {'from': 'iron', 'cells': 4}",
     "37:43: 'iron' is of kind upgrade: expected a building or a resource to keep apart from"},
    {"'when': 'true'", "'when': 'true and inside(x, z)'",
     "18:65: 'z' is not a number, such as 'x'"},
    {"'when': 'true'", "'when': '\\u0074rue \\u0061nd inside(\\u0078, z)'",
     "18:80: 'z' is not a number, such as 'x'"},
    {"'when': 'true'", "'when': 'exists(product, z)'", "18:53: expected a seat, found an entity"},
    {"'when': 'true'", "'when': '1'", "18:46: expected a condition, found a number"},
    {"unit.status == busy", "unit.status == bussy",
     "24:80: 'bussy' is not a status, such as 'busy'"},
    {"'requires': [['iron']]", "'requires': [['steel']]",
     "31:18: 'steel' is not a type: expected one of this file"},
    {"'requires': [['iron']]", "'requires': ['iron']",
     "31:17: expected an alternative, a list of types"},
    {"'requires': [['iron']]", "'requires': [[]]",
     "31:17: 0 types in an alternative: expected 1 to 8"},
    {"'requires': [['iron']]", "'requires': [['red-iron']]",
     "31:18: 'bluehand' requires 'red-iron', of which its faction 'blue' has none"},
    {"'requires': [['iron']]", "'requires': [['hand']]", "31:18: 'bluehand' requires itself"},
    {"'requires': [['iron']]",
     "'requires': "
     "[['iron'],['iron'],['iron'],['iron'],['iron'],['iron'],['iron'],['iron'],['iron']]",
     "31:16: 9 alternatives: expected at most 8"},
    {"{'make': ['hand'], 'learn'", "{'make': ['fist'], 'learn'",
     "35:65: 'fist' is not a type: expected one of this file"},
    {"{'make': ['hand'], 'learn'", "{'make': ['unit'], 'learn'",
     "35:65: 'redhouse' makes 'unit', of which its faction 'red' has several: expected exactly "
     "one"},
    {"{'make': ['hand'], 'learn'", "{'make': ['iron'], 'learn'",
     "35:65: 'iron' is of kind upgrade: expected a unit or building to make by 'make'"},
    {"{'make': ['hand'], 'learn'", "{'make': ['beast', 'beast'], 'learn'",
     "35:74: 'beast' stands here twice"},
    {"{'make': ['hand'], 'learn'", "{'make': ['rock'], 'learn'",
     "35:65: 'rock' is of kind resource: expected a unit or building to make by 'make'"},
    {"{'make': ['hand'], 'learn'", "{'make': [], 'learn'", "35:64: 0 types: expected 1 to 128"},
    {"'learn': ['iron']", "'learn': ['hand']",
     "35:84: 'hand' is of kind unit: expected an upgrade to make by 'learn'"},
    {"'learn': ['iron']", "'teach': ['iron']",
     "35:83: 'teach' is not an action that creates, converts or learns: expected one of 'actions' "
     "with such an effect"},
    {"'learn': ['iron']", "'go': ['iron']",
     "35:80: 'go' is not an action that creates, converts or learns: expected one of 'actions' "
     "with such an effect"},
    {"{'name': 'beast', 'parent': 'unit'}",
     "{'name': 'beast', 'parent': 'unit', 'makes': {'make': ['redhand']}}",
     "32:57: 'beast' has no role that may 'make': expected one of the action's 'by'"},
    {"'kind': 'resource',", "'kind': 'resource', 'roles': ['base'], 'makes': {'make': ['hand']},",
     "40:78: 'rock' makes 'hand', which is abstract: expected a concrete type, or a faction that "
     "has one such"},
    {"'name': 'blue-iron', 'parent': 'iron', 'faction': 'blue', 'counterpart': 'red-iron'",
     "'name': 'blue-iron', 'parent': 'unit', 'faction': 'blue'",
     "43:75: counterpart 'blue-iron' of 'red-iron' is of kind unit: expected upgrade"},
    {"'counterpart': 'red-iron'}]}", "'counterpart': 'red-iron'}]",
     "45:1: expected ',' or '}', found the end of the text"},
    {"'counterpart': 'red-iron'}]}", "'counterpart': 'red-iron',}]}",
     "44:88: expected a key in quotes, found '}'"},
};

static us_status parse(const char *text, size_t length, us_domain **out, us_error *err)
{
    return us_domain_parse("small", text, length, out, err);
}

TEST(a_bad_domain_is_refused_with_its_place)
{
    US_AUTOSTR(said);
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_domain *domain = NULL;
        us_error err = {0};
        REQUIRE(us_mutate(us_small, &bad[i], &text));
        us_status status = parse(text.text, text.length, &domain, &err);
        us_test_row(bad[i].put);
        CHECK_INT(status, US_BAD_INPUT);
        if (!us_error_has_message(&err, bad[i].message, &said))
            FAIL("expected %s, found %s", bad[i].message, said.text);
        CHECK(domain == NULL);
        CHECK_STR(err.file, "small");
    }
}

TEST(no_beginning_of_a_domain_is_a_domain)
{
    US_AUTOSTR(text);
    us_mutate(us_small, NULL, &text);
    for (size_t length = 0; length + 1 < text.length; length++) {
        us_domain *domain = NULL;
        us_error err = {0};
        if (parse(text.text, length, &domain, &err) == US_OK || err.line < 1) {
            FAIL("the first %zu bytes were taken for all", length);
            us_domain_free(domain);
        }
    }
}

/* The small domain with so many types more, each below a fitting parent. */
static us_status with_types(int count, bool chain, us_error *err)
{
    US_AUTOSTR(text);
    US_AUTOSTR(put);
    for (int i = 0; i < count; i++) {
        if (chain && i > 0)
            us_str_addf(&put, "{'name': 't%d', 'parent': 't%d', 'abstract': true}, ", i, i - 1);
        else
            us_str_addf(&put, "{'name': 't%d', 'kind': 'upgrade', 'abstract': true}, ", i);
    }
    us_str_add(&put, "{'name': 'beast'");
    us_mutation change = {"{'name': 'beast'", put.text, ""};
    us_mutate(us_small, &change, &text);
    US_AUTOPTR(us_domain) domain = NULL;
    us_status status = parse(text.text, text.length, &domain, err);
    return status;
}

TEST(types_are_limited_in_number_and_depth)
{
    us_error err = {0};
    CHECK_INT(with_types(US_TYPES_MAX - 12, false, &err), US_OK);
    CHECK_INT(with_types(US_TYPES_MAX - 11, false, &err), US_BAD_INPUT);
    CHECK(us_text_has_prefix(err.text, "1025 types: expected 1 to 1024"));
    CHECK_INT(with_types(US_TAXONOMY_MAX, true, &err), US_OK);
    CHECK_INT(with_types(US_TAXONOMY_MAX + 1, true, &err), US_BAD_INPUT);
    CHECK(us_text_has_prefix(err.text, "16 types above \"t16\": expected fewer"));
}
