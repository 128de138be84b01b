#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* A sound file: each row puts something else in one place. With ' for ". */
static const char sound[] =
    "brl 1\n"
    "slot ammo: number = 6\n"
    "behavior 'b' (n: number) achieves DefeatPlayer(player: enemy) is Attack {\n"
    "    seen at 3 in 'm'\n"
    "    slot s: group 'footman' of self\n"
    "    slot w: entity\n"
    "    when gold(self) > n\n"
    "    while exists(role: depot, owner: self)\n"
    "    do sequence {\n"
    "        act train(type: 'footman') -> w\n"
    "        act attack(units: s, target: near(enemy.hall))\n"
    "        order {\n"
    "            a: act stop(unit: w)\n"
    "            b: goal BuildUnits(player: self, type: 'footman', number: n)\n"
    "            c: act stop()\n"
    "            a before b\n"
    "        }\n"
    "        call T(n: n)\n"
    "    }\n"
    "}\n"
    "tree T(n: number) {\n"
    "    do selector {\n"
    "        sequence {\n"
    "            check n > 3\n"
    "            call T(n: n - 1)\n"
    "        }\n"
    "        guard door act stop()\n"
    "    }\n"
    "}\n"
    "archetype G {\n"
    "    do stacks long, short {\n"
    "        machine {\n"
    "            state one {\n"
    "                call T(n: 1)\n"
    "                on attacked -> goto two\n"
    "            }\n"
    "            state two {\n"
    "                emit tired\n"
    "            }\n"
    "        }\n"
    "        on tired -> push short call T(n: 2)\n"
    "    }\n"
    "}\n";

typedef struct row {
    us_fault_kind kind;
    const char *find, *put;
    const char *said; /* "line:column: what; fix", or how it begins */
} row;

static const row rows[] = {
    /* text */
    {US_FAULT_SYNTAX, "brl 1\n", "\n",
     "2:1: the file does not begin with its version; write `brl 1` in the first line"},
    {US_FAULT_SYNTAX, "brl 1", "brl 3", "1:1: version 3 of BRL; this program reads version 1"},
    {US_FAULT_SYNTAX, "seen at 3", "seen at three",
     "4:13: expected a whole number from 0 to 2147483647, found 'three'; write "},
    {US_FAULT_SYNTAX, "train(type", "train type",
     "10:19: expected '(', found 'type'; write '(' here"},
    {US_FAULT_SYNTAX, "in 'm'", "in 'm",
     "4:18: expected the name of a map in quotes, found a string "
     "without its closing quote; "},
    {US_FAULT_NAME, "slot w: entity", "slot w: entty",
     "6:13: no kind of slot is called 'entty'; write 'entity'"},
    {US_FAULT_SYNTAX, "    when gold", "    wen gold",
     "7:5: 'wen' does not belong here; write slot, when,"},
    {US_FAULT_SYNTAX, "    do sequence {\n        act train", "    sequence {\n        act train",
     "9:5: 'sequence' does not belong here; write `do` before the first node"},
    {US_FAULT_SYNTAX, "while exists(role: depot, owner: self)", "while",
     "8:10: an expression is missing; write one here"},
    {US_FAULT_SYNTAX, "    }\n}\ntree T", "    }\ntree T",
     "3:73: this '{' is never closed; write '}'"},
    {US_FAULT_ARGUMENT, "seen at 3 in 'm'", "appendix { k: 1 j: 3 k: 'x' }",
     "4:26: key 'k' is in this case already, at 4:16; leave one of them out"},
    {US_FAULT_SYNTAX, "archetype G", "archtype G",
     "30:1: expected behavior, tree or archetype, found 'archtype'; "},
    {US_FAULT_SYNTAX, "-> w", "-> w -> w", "10:41: a step binds one slot; leave out one of "},
    {US_FAULT_SYNTAX, "seen at 3 in 'm'", "case at 3 done { }",
     "4:20: expected the label of a step, found '{'; write the label"},
    {US_FAULT_SYNTAX, "seen at 3 in 'm'", "appendix { a: 1 'x' }",
     "4:21: an entry holds numbers or texts, not both; write what begins here under a key of its "},
    {US_FAULT_SYNTAX, "seen at 3 in 'm'", "seen { k: 1 }",
     "4:10: expected `at` and a cycle, found '{'; "},
    {US_FAULT_SYNTAX, "seen at 3 in 'm'", "appendix { 1.a: 3 }", "4:16: expected a key, found '1'"},
    {US_FAULT_SYNTAX, "    do selector", "    case at 3\n    do selector",
     "22:5: 'case' does not belong here; write slot, do or appendix"},
    {US_FAULT_SYNTAX, "    do selector", "    literal\n    do selector",
     "22:5: 'literal' does not belong here; write slot, do or appendix"},
    {US_FAULT_SYNTAX, "on tired ->", "on when ammo > 3 ->",
     "41:12: expected an event, found 'when'; write an event here"},
    {US_FAULT_EXPRESSION, "n > 3\n", "n > 3 $\n", "24:25: expected a name, a number or a sign"},
    {US_FAULT_LIMIT, "act stop()\n            a before",
     "invert invert invert invert invert invert invert invert invert invert invert invert invert "
     "invert invert invert invert invert invert invert invert invert invert invert invert invert "
     "invert invert invert invert invert invert invert invert invert invert invert invert invert "
     "invert invert invert invert invert invert invert invert invert invert invert invert invert "
     "invert invert invert invert invert invert invert invert invert invert act stop()\n"
     "            a before",
     "15:450: more than 64 nodes above one another; move some of them to a tree and call it"},
    {US_FAULT_SYNTAX, "achieves DefeatPlayer", "achieves maintain increase DefeatPlayer",
     "3:53: expected '(', found 'DefeatPlayer'; write '(' here"},
    {US_FAULT_SYNTAX, "achieves DefeatPlayer(player: enemy)", "achieves DefeatPlayer",
     "3:48: expected '(', found 'is'; write '(' here"},
    {US_FAULT_SYNTAX, "brl 1\n", "brl 1\nfeature gold: 5 to 3\n",
     "2:20: expected a whole number from 5 to 2147483647, found '3'; "},
    {US_FAULT_SYNTAX, "brl 1\n", "brl 1\nfeature gold: 5 - 3\n", "2:17: expected `to`, found "},
    {US_FAULT_SYNTAX, "brl 1\n", "brl 1\nfeature gold: 0 to 3 weight 10001\n",
     "2:29: expected a whole number from 0 to 10000, found '10001'; "},
    {US_FAULT_ARGUMENT, "brl 1\n", "brl 1\nfeature gold: 0 to 3\nfeature gold: 0 to 3\n",
     "3:9: feature 'gold' is given twice; leave one of them out"},
    {US_FAULT_SYNTAX, "archetype G", "feature gold: 0 to 3\narchetype G",
     "30:1: expected the features of the file before its first item, found 'feature'; "},
    /* names */
    {US_FAULT_NAME, "seen at 3 in 'm'", "appendix { feature.golf: 3 }",
     "4:16: no feature is called 'golf'; write 'gold'"},
    {US_FAULT_NAME, "seen at 3 in 'm'", "appendix { feature.bygone: 3 }",
     "4:16: no feature is called 'bygone'; write `feature NAME: LOW to HIGH` in the head of "},
    {US_FAULT_NAME, "achieves DefeatPlayer", "achieves achieves DefeatPlayer",
     "3:35: no kind of goal is called 'achieves'; write 'achieve'"},
    {US_FAULT_NAME, "achieves DefeatPlayer", "achieves soon DefeatPlayer",
     "3:35: no kind of goal is called 'soon'; write achieve, increase, maintain, or leave it out"},
    {US_FAULT_NAME, "achieves DefeatPlayer", "achieves maintain DefeatPlayr",
     "3:1: no goal 'DefeatPlayr'; write 'DefeatPlayer'"},
    {US_FAULT_NAME, "act train", "act trian", "10:9: no action 'trian'; write 'train'"},
    {US_FAULT_NAME, "act train", "atc train", "10:9: no node is called 'atc'; write 'act'"},
    {US_FAULT_NAME, "goal BuildUnits", "goal BuildUnit",
     "14:16: no goal 'BuildUnit'; write 'BuildUnits'"},
    {US_FAULT_NAME, "achieves DefeatPlayer", "achieves Sing",
     "3:1: no goal 'Sing'; name a goal of the domain"},
    {US_FAULT_NAME, "call T(n: n)", "call U(n: n)", "18:9: no tree 'U'; write "},
    {US_FAULT_NAME, "-> w", "-> v", "10:9: no slot 'v'; "},
    {US_FAULT_NAME, "a before b", "a before d", "16:13: no step of this order is labeled 'd'; "},
    {US_FAULT_NAME, "c: act stop", "a: act stop",
     "16:13: two steps of this order are labeled 'a'; give one of them another label"},
    {US_FAULT_NAME, "        call T(n: n)\n    }\n",
     "        last: call T(n: n)\n    }\n    case at 3 done lost {\n        k: 1\n    }\n",
     "20:20: no step is labeled 'lost'; write 'last'"},
    {US_FAULT_NAME, "    seen at 3 in 'm'\n", "    case done a\n",
     "4:15: no step is labeled 'a'; write the label before the step"},
    {US_FAULT_NAME, "goto two", "goto tow", "35:32: no state 'tow' in this machine; write 'two'"},
    {US_FAULT_NAME, "push short", "push shirt",
     "41:21: no stack 'shirt'; name one of the `stacks` of this file"},
    {US_FAULT_NAME, "slot w: entity", "slot w: entity\n    slot s: entity",
     "7:10: there is a slot 's' already; give one of them another name"},
    {US_FAULT_NAME, "group 'footman'", "group 'footmen'",
     "5:10: no type 'footmen'; write 'footman'"},
    {US_FAULT_NAME, "group 'footman' of", "group role fihgter of",
     "5:10: no role 'fihgter'; write 'fighter'"},
    {US_FAULT_NAME, "archetype G {", "tree T { do act stop() }\narchetype G {",
     "30:1: 'T' stands in this file already; "},
    {US_FAULT_NAME, "slot w: entity", "slot w: entity\n    slot a-b: number",
     "7:10: no expression could name a slot 'a-b': '-' is a minus there; give it another name"},
    {US_FAULT_NAME, "slot w: entity", "slot w: entity\n    slot enemy: seat",
     "7:10: no expression could name a slot 'enemy': it means something else there; "},
    /* arguments and values */
    {US_FAULT_SYNTAX, "b: goal Build", "b: goal achieve Build",
     "14:16: one word too many before a goal: `goal achieve`; write `achieve BuildUnits(...)`"},
    {US_FAULT_SYNTAX, "b: goal Build", "b: increase maintain Build",
     "14:16: one word too many before a goal: `increase maintain`; write `maintain Build"},
    {US_FAULT_SYNTAX, "check n > 3\n", "check n > 3 ",
     "24:37: expected the end of the line, found 'call'; a statement ends with its line: write "
     "`call` in the next one"},
    {US_FAULT_SYNTAX, "check n > 3", "check n > 3 maintain Win(self)",
     "24:25: expected the end of the line, found 'maintain'; "},
    {US_FAULT_SYNTAX, "when gold(self) > n", "when gold(self) > n do act stop()",
     "7:25: expected the end of the line, found 'do'; "},
    {US_FAULT_ARGUMENT, "train(type: 'footman')", "train()",
     "10:9: action train needs 'type'; add `type: ...`, of kind type"},
    {US_FAULT_ARGUMENT, "train(type: 'footman')", "train(tyep: 'footman')",
     "10:19: action train has no parameter 'tyep'; write 'type'"},
    {US_FAULT_ARGUMENT, "call T(n: n)", "call T(n, n)",
     "18:19: tree T has 1 parameters; this is one too many; leave it out"},
    {US_FAULT_ARGUMENT, "call T(n: n)", "call T(n: n, n: 2)",
     "18:22: an argument of tree T is given twice; leave one out"},
    {US_FAULT_ARGUMENT, "(player: self, type: 'footman', number: n)",
     "(type: 'footman', self, number: n)",
     "14:49: an argument of goal BuildUnits without a name behind one with; write its name "
     "before it: `NAME: ...`"},
    {US_FAULT_ARGUMENT, "call T(n: n)", "query Attack(entity: s, entity: s)",
     "18:33: argument 'entity' of query Attack is given twice; leave one out"},
    {US_FAULT_ARGUMENT, "call T(n: n)", "query Attack(entity: s) describe (a: 1, entity: 3, a: 2)",
     "18:60: descriptor 'a' of query Attack is given twice; "},
    {US_FAULT_ARGUMENT, "train(type", "train(unit: s, type",
     "10:25: train is done by one unit, not by a group; name a slot of kind entity"},
    {US_FAULT_ARGUMENT, "slot w: entity", "slot w: number",
     "10:9: a step makes an entity or a group; slot w is of kind number; "},
    {US_FAULT_EXPRESSION, "number: n)", "number: s)", "14:71: "},
    {US_FAULT_EXPRESSION, "gold(self) > n", "glod(self) > n", "7:10: "},
    {US_FAULT_EXPRESSION, "gold(self) > n", "gold(self)", "7:10: "},
    {US_FAULT_EXPRESSION, "type: 'footman', number", "type: 4, number", "14:52: "},
    {US_FAULT_ID, "target: near(enemy.hall)", "target: #5",
     "11:38: `#5` names an entity of one game by its number; declare a slot with a description and "
     "name the slot"},
    {US_FAULT_ID, "gold(self) > n", "exists(#7) and n > 3", "7:10: `exists(#7) and n > 3` names"},
    /* shapes */
    {US_FAULT_SHAPE, "guard door act stop()", "guard door { act stop() act stop() }",
     "27:9: guard has 2 children; it takes 1; "},
    {US_FAULT_SHAPE, "call T(n: n)", "selector { }",
     "18:9: selector has 0 children; it needs 1; add what it is to run, or remove it"},
    {US_FAULT_SHAPE, "check n > 3", "check { }",
     "24:13: check has 0 children; it needs 1; add what it is to run, or remove it"},
    {US_FAULT_SHAPE, "call T(n: n)", "parallel succeed 3 { act stop() }",
     "18:9: parallel waits for 3 of its 1 children; write at most 1"},
    {US_FAULT_SHAPE, "call T(n: n)", "option(3) act stop()",
     "18:9: an option outside of choose; put it into `choose { ... }`"},
    {US_FAULT_SHAPE, "call T(n: n)", "choose score p { act stop() }",
     "18:26: this choose asks for 1 score a candidate, not 0; write `option(SCORE, ...) NODE`"},
    {US_FAULT_SHAPE, "call T(n: n)",
     "choose score p { option(60) act stop() option(50) act stop() }",
     "18:9: the p of these options sum to 110 percent; bring them to 100 or less"},
    {US_FAULT_SHAPE, "call T(n: n)", "choose score p { option(n) act stop() }",
     "18:26: a fixed p is a number from 0 to 100, in percent; "},
    {US_FAULT_SHAPE, "call T(n: n)", "goto one", "18:9: a goto outside of a state's rules; "},
    {US_FAULT_SHAPE, "call T(n: n)", "state x { act stop() }",
     "18:9: a state outside of a machine; "},
    {US_FAULT_SHAPE, "call T(n: n)", "machine { act stop() }",
     "18:19: a machine has states only; "},
    {US_FAULT_SHAPE, "call T(n: n)", "on gone -> act stop()",
     "18:9: a rule where nobody listens; "},
    {US_FAULT_SHAPE, "call T(n: n)", "push long act stop()",
     "18:19: a stack holds trees that are called by name; "},
    {US_FAULT_SHAPE, "state two", "state two { act stop() }\n            state two",
     "38:13: there is a state of this name already; "},
    {US_FAULT_SHAPE, "goto two", "act stop()",
     "35:32: a state's rule only goes to another state; "},
    {US_FAULT_SHAPE, "on tired", "act stop()\n        on tired",
     "41:9: a second node beside the rules; "},
    {US_FAULT_SHAPE, "do stacks long, short {\n        machine",
     "do sequence {\n        stacks long, short { act stop() }\n        machine",
     "31:8: an archetype listens: its root is stacks or monitor; "},
    {US_FAULT_SHAPE, "call T(n: n)", "query Attack(entity: s) threshold 5",
     "18:9: a threshold that nobody asks about: it is for `recheck event`; "},
    {US_FAULT_SHAPE, "call T(n: n)", "query Attack(entity: s) recheck tick hysteresis 500",
     "18:9: a hysteresis that nothing exceeds: it is in hundredths of a similarity; "},
    {US_FAULT_SHAPE, "call T(n: n)", "choose share 60 {\nact stop()\n}",
     "18:9: a share that nobody gets: it is for `pick geometric`; "},
    {US_FAULT_SHAPE, "call T(n: n)", "emit tired within -3",
     "18:9: nobody is within fewer than 0 cells; "},
    {US_FAULT_SHAPE, "do stacks long, short", "do stacks long, short, long",
     "31:8: two stacks of one name; give one of them another name"},
    {US_FAULT_ARGUMENT, "call T(n: n)", "query Attack(entity: s) describe (a, b: 2)",
     "18:43: the domain doesn't say what 'a' is now; write `a: ...`"},
    {US_FAULT_SYNTAX, "call T(n: n)", "query Attack(entity: s) describe (a: )",
     "18:45: an expression is missing; "},
    {US_FAULT_SHAPE, "achieves DefeatPlayer(player: enemy) is Attack", "",
     "3:1: nobody can find this behavior: it has no goal and no class; "},
    {US_FAULT_SHAPE, "    do selector {", "    do act stop()\n    do selector {",
     "23:8: this is a second `do`; put both into one sequence or parallel"},
    {US_FAULT_SHAPE, "archetype G {", "tree E { }\narchetype G {",
     "30:8: nothing is done here; write `do` and a node"},
    /* what no text shows */
    {US_FAULT_RUNNING, "check n > 3", "check attack(target: s)",
     "24:19: a condition could be running: attack is an action and takes time; ask with a sensor "
     "here, or write `act attack(...)`"},
    {US_FAULT_RUNNING, "check n > 3", "check { sequence { check n > 3\n act stop() } }",
     "25:2: a condition could be running: act stop takes time; ask with `check` only, or move this "
     "node behind the condition"},
    {US_FAULT_RUNNING, "check n > 3", "check { call T(n: 3) }",
     "24:21: a condition could be running: call T takes time; "},
    {US_FAULT_SHAPE, "check n > 3", "check { set n = 3 }",
     "24:21: a condition could change something: set does more than ask; "},
    {US_FAULT_SHAPE, "archetype G {",
     "tree Asked {\n    do check { call Deep() }\n}\ntree Deep {\n    do call Deeper()\n}\n"
     "tree Deeper {\n    do emit deep\n}\narchetype G {",
     "31:16: a condition could change something: call Deep does more than ask; "},
    {US_FAULT_RUNNING, "when gold(self) > n", "when stop()",
     "7:10: a condition could be running: stop is an action"},
    {US_FAULT_UNREACHABLE, "guard door act stop()", "succeed act stop()\n        act stop()",
     "28:9: act stop can never be reached: what stands before it never fails; move it forward, or "
     "mend or remove what stands before it"},
    {US_FAULT_UNREACHABLE, "call T(n: n)", "repeat act stop()\n        call T(n: n)",
     "19:9: call T can never be reached: what stands before it never succeeds; "},
    {US_FAULT_UNREACHABLE, "check n > 3", "check false",
     "25:13: call T can never be reached: what stands before it never succeeds; "},
    {US_FAULT_UNREACHABLE, "archetype G {",
     "tree A {\n    do sequence {\n        call B()\n        act stop()\n    }\n}\n"
     "tree B {\n    do selector {\n        call C()\n        act stop()\n    }\n}\n"
     "tree C {\n    do repeat succeed act stop()\n}\narchetype G {",
     "33:9: act stop can never be reached: what stands before it never succeeds; "},
    {US_FAULT_UNREACHABLE, "archetype G {",
     "tree A {\n    do repeat succeed call B()\n}\n"
     "tree B {\n    do sequence {\n        check exists(role: depot)\n        call A()\n"
     "        act stop()\n    }\n}\narchetype G {",
     "37:9: act stop can never be reached: what stands before it never succeeds; "},
    {US_FAULT_UNREACHABLE, "a: act stop(unit: w)", "a: fail act stop(unit: w)",
     "14:16: goal BuildUnits can never be reached: what stands before it never succeeds; "},
    {US_FAULT_UNREACHABLE, "a before b", "a before b\n            b before a",
     "12:9: step 'a' waits for itself: its order goes in a circle; "},
    {US_FAULT_UNREACHABLE, "            }\n        }\n        on tired",
     "            }\n            state lost {\n                act stop()\n            }\n        "
     "}\n"
     "        on tired",
     "40:13: state lost can never be reached: no rule goes there from the first state; "},
    {US_FAULT_UNREACHABLE, "goto two",
     "goto two\n                on attacked when ammo > 3 -> goto two",
     "36:17: on attacked can never be reached: an earlier rule takes the same event always; "},
    {US_FAULT_UNREACHABLE, "on tired", "on thunder",
     "41:9: on thunder can never be reached: neither the game nor this file fires it; write `emit "
     "thunder` in a tree, or name an event of the game"},
    {US_FAULT_UNREACHABLE, "when gold(self) > n", "when false",
     "9:8: sequence can never be reached: its precondition is never true; "},
    {US_FAULT_RECURSION, "check n > 3", "act stop()",
     "25:13: recursion without an end: T calls T, which comes back to it and nothing is asked on "
     "the way; write `check ...` before the call, or `repeat` instead"},
    {US_FAULT_RECURSION, "archetype G {",
     "tree A {\n    do retry invert call B()\n}\ntree B {\n    do parallel {\n        act stop()\n"
     "        call A()\n    }\n}\narchetype G {",
     "31:21: recursion without an end: A calls B, which comes back to it and"},
    {US_FAULT_RECURSION, "check n > 3\n            call",
     "act stop()\n            limit 3 once timeout 9 call",
     "25:36: recursion without an end: T calls T, "},
    {US_FAULT_RECURSION, "archetype G {",
     "tree A {\n    do parallel {\n        call A()\n        call M()\n    }\n}\n"
     "tree M {\n    do call B()\n}\ntree B {\n    do call B()\n}\narchetype G {",
     "40:8: recursion without an end: B calls B, "},
    {US_FAULT_RECURSION, "call T(n: n)\n", "goal DefeatPlayer(enemy)\n",
     "18:9: recursion without an end: the behavior pursues the goal that it achieves; "},
    {US_FAULT_RECURSION, "call T(n: n)\n", "achieve DefeatPlayer(enemy)\n",
     "18:9: recursion without an end: the behavior pursues the goal that it achieves; "},
    {US_FAULT_SEMAPHORE, "guard door act stop()", "guard door repeat succeed act stop()",
     "27:9: the semaphore door is never released: what holds it never ends; limit it by `repeat N` "
     "or `timeout CYCLES` inside"},
    {US_FAULT_SEMAPHORE, "guard door act stop()\n    }\n}\n",
     "guard door call E()\n    }\n}\ntree E {\n    do repeat succeed act stop()\n}\n",
     "27:9: the semaphore door is never released: what holds it never ends; "},
    {US_FAULT_SEMAPHORE, "guard door act stop()", "guard door retry 2 guard door act stop()",
     "27:28: the semaphore door is never released here: what holds it stands above and waits for "
     "this; take out one of the two `guard door`"},
    {US_FAULT_SEMAPHORE, "call T(n: n)\n", "parallel lock door { call T(n: n) }\n",
     "18:30: the semaphore door is never released here: "},
    {US_FAULT_UNBOUND, "        act train(type: 'footman') -> w\n", "",
     "12:31: nothing binds slot w; describe it (`slot w: KIND 'TYPE' of SEAT`), or write `-> w` "
     "behind the step that makes it"},
    {US_FAULT_UNBOUND, "        act train(type: 'footman') -> w\n",
     "        act stop(unit: w)\n        act train(type: 'footman') -> w\n",
     "10:24: slot w is used before it can be bound; let the step that binds w come first"},
    {US_FAULT_UNBOUND, "    do sequence {\n        act train",
     "    do parallel {\n        act train", "13:31: slot w is used before it can be bound; "},
    {US_FAULT_UNBOUND, "when gold(self) > n", "when exists(w)",
     "7:10: slot w is used before it can be bound; "},
    {US_FAULT_UNBOUND, "act train(type: 'footman') -> w", "invert act train(type: 'footman') -> w",
     "13:31: slot w is used before it can be bound; let the step that binds w come first"},
    {US_FAULT_UNBOUND, "act train(type: 'footman') -> w",
     "selector { act train(type: 'footman') -> w act stop() }",
     "13:31: slot w is used before it can be bound; "},
    {US_FAULT_UNBOUND, "achieves DefeatPlayer(player: enemy) is Attack {",
     "achieves BuildUnits(self, 'footman', m + 1) is Attack {\n    slot m: number",
     "3:63: nothing binds slot m; "},
    {US_FAULT_ARGUMENT, "slot w: entity", "slot w: entity\n    slot q: number 'footman'",
     "7:10: slot q is of kind number, which no type, role or owner describes; "},
    {US_FAULT_UNBOUND, "slot ammo: number = 6", "slot ammo: number",
     "2:6: nothing in this file binds slot ammo; give it a value (`= ...`), or write `set ammo = "
     "...` in a tree"},
};

static void requote(char *text, char from, char to)
{
    for (; *text; text++)
        if (*text == from)
            *text = to;
}

static void changed(const row *r, us_str *out)
{
    const char *at = strstr(sound, r->find);
    REQUIRE(at);
    us_str_reset(out);
    us_str_add_bytes(out, sound, (size_t)(at - sound));
    us_str_add(out, r->put);
    us_str_add(out, at + strlen(r->find));
    requote(out->text, '\'', '"');
}

TEST(every_fault_has_a_place_and_a_fix)
{
    int seen[US_FAULT_KINDS] = {0};
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    changed(&(row){0, "brl", "brl", ""}, &text);
    us_brl_free(brl_read(text.text, NULL));
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].said);
        changed(&rows[i], &text);
        US_AUTO(us_faults_clear) us_faults faults = {0};
        us_brl_free(brl_read(text.text, &faults));
        us_str_reset(&said);
        bool found = false;
        for (int k = 0; k < faults.count; k++) {
            const us_fault *fault = &faults.fault[k];
            char line[512];
            snprintf(line, sizeof line, "%d:%d: %s; %s", fault->line, fault->column, fault->what,
                     fault->fix);
            requote(line, '"', '\'');
            us_str_addf(&said, "\n  [%s] %s", us_fault_name(fault->kind), line);
            found =
                found || (fault->kind == rows[i].kind && us_text_has_prefix(line, rows[i].said));
            CHECK(fault->line > 0 && fault->column > 0 && fault->what[0] && fault->fix[0]);
        }
        if (!found)
            FAIL("not said, but:%s", said.text);
        if (faults.count > 2)
            FAIL("too much said:%s", said.text);
        seen[rows[i].kind]++;
    }
    us_test_row(NULL);
    for (int i = 0; i < US_FAULT_KINDS; i++)
        if (!seen[i])
            FAIL("no row for %s", us_fault_name((us_fault_kind)i));
}

TEST(what_could_be_a_fault_and_is_none)
{
    static const char *const bodies[] = {
        "sequence {\n act stop()\n repeat act stop()\n }\n",
        "selector {\n guard door succeed act stop()\n act stop()\n }\n",
        "parallel {\n guard door act stop()\n guard door act stop()\n }\n",
        "sequence {\n maintain ResourceInfrastructure(self, 4, 9)\n act stop()\n }\n",
        "sequence {\n repeat maintain ResourceInfrastructure(self, 4, 9)\n act stop()\n }\n",
        "sequence {\n act train(type: \"footman\") -> made\n act stop(unit: made)\n }\n",
        "retry sequence {\n limit 3 call U(who, all, there, n)\n act stop()\n }\n",
        "guard door sequence {\n timeout 30 repeat act stop()\n }\n",
        "sequence {\n set made = who\n check exists(made)\n }\n",
        "monitor {\n act stop()\n on gone -> act stand()\n on gone -> act explore()\n }\n",
        "stacks low {\n act stop()\n on gone -> flush low\n on gone when n > 3 -> pop low\n }\n",
        "stacks low {\n act stop()\n on gone -> push low call T(who, all, there, n + 1)\n }\n",
        ("sequence {\n selector {\n act train(type: \"footman\") -> made\n set made = who\n }\n "
         "check exists(made)\n }\n"),
        "sequence {\n succeed set made = who\n check exists(made)\n }\n",
        ("order {\n a: set made = who\n b: act stop()\n c: check exists(made)\n d: act stop()\n"
         " a before b\n b before c\n }\n"),
    };
    for (int i = 0; i < US_COUNT(bodies); i++) {
        us_test_row(bodies[i]);
        us_brl_free(brl_tree(bodies[i]));
    }
}

TEST(a_condition_may_call_trees_that_only_ask)
{
    us_brl_free(brl_read("brl 1\nslot ammo: number = 6\n"
                         "tree Asked {\n do check { call Asks() }\n}\n"
                         "tree Asks {\n do invert call All()\n}\n"
                         "tree All {\n do order {\n a: check { call Yes() }\n"
                         " b: check ammo > 3\n c: check ammo > 4\n a before c\n }\n}\n"
                         "tree Yes {\n do check ammo < 9\n}\n",
                         NULL));
}

TEST(ten_faults_in_one_file_are_all_named)
{
    char *text;
    US_AUTOFREE char *expected = NULL;
    size_t length;
    const char *folder = "tests/fixtures/brl-faults/";
    US_AUTOSTR(path);
    US_AUTOSTR(said);
    us_str_addf(&path, "%sten.brl", folder);
    REQUIRE(us_file_read(path.text, US_BRL_FILE_MAX, &text, &length, NULL) == US_OK);
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_brl_free(us_brl_read(brl_domain(), "ten.brl", text, length, &faults));
    us_faults_print(&faults, "ten.brl", &said);
    us_mem_free(text);
    us_str_reset(&path);
    us_str_addf(&path, "%sten.txt", folder);
    REQUIRE(us_file_read(path.text, US_BRL_FILE_MAX, &expected, &length, NULL) == US_OK);
    CHECK_INT(faults.count, 10);
    CHECK_STR(said.text, expected);
}

/* Each would take long if something were looked up anew for each pair of lines. */
TEST(large_orders_and_machines_are_read_at_once)
{
    us_str text[3];
    for (int i = 0; i < US_COUNT(text); i++) {
        us_str_init(&text[i]);
        us_str_addf(&text[i], "brl 1\ntree T {\n%sdo %s {\n", i == 0 ? "slot s: number\n" : "",
                    i < 2 ? "order" : "machine");
    }
    for (int i = 0; i < 500; i++) {
        us_str_addf(&text[0], "p%d: set s = 1\nu%d: check s > %d\n", i, i, i);
        if (i > 0)
            us_str_addf(&text[0], "p%d before p%d\np0 before u%d\n", i - 1, i, i);
        us_str_addf(&text[1], "label-with-a-long-name-%d: act stop()\n", i);
    }
    us_str_add(&text[0], "p499 before u0\n}\n}\n");
    for (int i = 0; i < 40000; i++)
        us_str_addf(&text[1], "zzz before yyy%d\n", i);
    us_str_add(&text[1], "}\n}\n");
    for (int i = 0; i < 1000; i++)
        us_str_addf(&text[2], "state s%d {\nact stop()\non gone -> goto s%d\n}\n", i,
                    (i + 999) % 1000);
    us_str_add(&text[2], "}\n}\n");
    for (int i = 0; i < US_COUNT(text); i++) {
        us_faults faults = {0};
        us_brl_free(brl_read(text[i].text, &faults));
        CHECK_INT(faults.count, i == 1 ? US_FAULTS_MAX : 0);
        us_faults_clear(&faults);
        us_str_clear(&text[i]);
    }
}

static const char *const wrong[] = {"a b", "3a", "-a", "a\nb", "\xff"};

/* Row i of what no text could say. */
static void build_wrong(int i)
{
    const char *name = wrong[i % US_COUNT(wrong)];
    int way = i / US_COUNT(wrong);
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_builder *b =
        us_builder_new(brl_domain(), US_TEMPLATE_TREE, way == 0 ? name : "T", NULL, &faults);
    us_slot_row slot = us_slot_row_default(way == 1 ? name : "s", US_VALUE_ENTITY);
    slot.role_name = way == 2 ? name : "";
    us_builder_add_slot(b, &slot);
    int64_t number = 3;
    us_builder_add_entry(b, way == 3 ? name : "key.of-it", &number, 1);
    us_builder_add_class(b, way == 4 ? name : "Class");
    us_node node = us_node_default(US_NODE_ORDER);
    node.label = way == 5 ? name : "";
    us_builder_open_node(b, &node);
    us_builder_add_precedence(b, "a", way == 6 ? name : "c");
    node = us_node_default(US_NODE_EMIT);
    node.name = way == 7 ? name : way == 8 ? "" : "event";
    us_builder_open_node(b, &node);
    us_builder_close_node(b);
    node = us_node_default(US_NODE_PARALLEL);
    us_builder_open_node(b, &node);
    us_builder_add_list_item(b, way == 9 ? name : "door");
    node = us_node_default(US_NODE_LIMIT);
    node.count = way == 10 ? 0 : 1;
    us_builder_open_node(b, &node);
    node = us_node_default(US_NODE_QUERY);
    node.name = "Class";
    us_builder_open_node(b, &node);
    us_builder_add_list_item(b, way == 11 ? "a\nb" : way == 12 ? "\xc3" : "any \"one\"");
    for (int k = 0; k < 4; k++)
        us_builder_close_node(b);
    us_template_free(us_builder_finish(b));
}

TEST(what_no_text_could_say_is_an_error_of_the_programmer)
{
    int ways = 13 * US_COUNT(wrong);
    for (int i = 0; i <= ways; i++) {
        int status = 0;
        pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            fclose(stderr);
            build_wrong(i);
            _exit(0);
        }
        REQUIRE(waitpid(child, &status, 0) == child);
        if (!CHECK(i == ways ? status == 0 : WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT))
            FAIL("way %d: %s", i / US_COUNT(wrong), wrong[i % US_COUNT(wrong)]);
    }
}
