-- Recorded games as tables. The comments of columns are those of docs/TABLES.md and
-- docs/PLAN_TABLES.md.
--
-- Every table of a game begins with `game`. Ids of units, seats and orders are those of the game.
-- Times are cycles. A row with `since` and `until` holds in the states of the cycles from `since` up
-- to the one before `until`. If it holds to the end of the game, `until` is the number of cycles
-- played. A row with `cycle` alone happens while that cycle is played, and the state of the next
-- cycle shows it.

CREATE TABLE games ( -- one row for each game
    game INTEGER PRIMARY KEY, -- the number of the game, from 1, in the order of the traces
    file TEXT NOT NULL, -- the file of the trace, as the command named it
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 16), -- hash of the trace's bytes
    map TEXT, -- the map, as the recorded game named it: the name of a shipped map, or a path; NULL: unknown
    map_hash TEXT, -- hash of the map's content; NULL: unknown
    seed TEXT, -- the seed, decimal, 64 bits without sign; NULL: unknown
    rules_hash TEXT, -- hash of the rules of the game; NULL: unknown
    cycles INTEGER NOT NULL, -- the number of cycles played, as far as the trace goes
    outcome TEXT NOT NULL CHECK (outcome IN ('win', 'draw', 'cut')), -- win, draw, or cut: the trace has no end
    winner INTEGER, -- the seat that won; NULL: none
    reason TEXT -- the reason of the outcome: defeat, cycle limit, ...; NULL: cut
) STRICT;
CREATE INDEX games_seed ON games (seed);

CREATE TABLE seats ( -- the players
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the number of the seat, from 0
    player TEXT NOT NULL, -- the agent: library:FILE, expert:NAME; '': no player
    faction TEXT NOT NULL, -- the faction; '': the domain has none, or the trace does not have it
    planned INTEGER NOT NULL, -- 1: the trace has the seat's plan
    score INTEGER, -- 1000: won, 500: draw, 0: lost; NULL: cut
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- ---- the domain

CREATE TABLE types ( -- units, buildings, resources and upgrades
    type INTEGER PRIMARY KEY, -- the number of the type, from 0, in the order of the domain
    name TEXT NOT NULL UNIQUE, -- its name in the domain
    parent INTEGER, -- the type above it in the taxonomy
    kind TEXT NOT NULL, -- unit, building, resource, upgrade
    abstract INTEGER NOT NULL, -- 1: it exists only as a parent
    faction TEXT, -- its faction; NULL: any
    common INTEGER NOT NULL, -- the nearest type above both it and its counterpart in the other faction; itself if it has no counterpart
    common_name TEXT NOT NULL, -- the name of common
    food_use INTEGER NOT NULL, -- the food that one such unit uses
    food_supply INTEGER NOT NULL -- the food that one such unit supplies
) STRICT;

CREATE TABLE kinds ( -- the taxonomy, with all steps between
    type INTEGER NOT NULL, -- the number of the type
    above INTEGER NOT NULL, -- the type itself, or a type above it
    PRIMARY KEY (type, above)
) STRICT, WITHOUT ROWID;

CREATE TABLE roles ( -- the roles of types
    type INTEGER NOT NULL, -- the number of the type
    role TEXT NOT NULL, -- worker, depot, ...; a type has the roles of the types above it, too
    PRIMARY KEY (type, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE costs ( -- the costs of types
    type INTEGER NOT NULL, -- the number of the type
    resource TEXT NOT NULL, -- gold, wood, ...
    amount INTEGER NOT NULL, -- the amount, above 0
    PRIMARY KEY (type, resource)
) STRICT, WITHOUT ROWID;

CREATE TABLE makes ( -- the products of types
    type INTEGER NOT NULL, -- the type that makes the product; concrete
    action TEXT NOT NULL, -- the action that makes it: train, build, research, ...
    product INTEGER NOT NULL, -- the type that is made; concrete
    PRIMARY KEY (type, action, product)
) STRICT, WITHOUT ROWID;

CREATE TABLE requires ( -- the requirements of types
    type INTEGER NOT NULL, -- the type to be made
    alternative INTEGER NOT NULL, -- the number of the alternative, from 1; all rows of one alternative suffice
    needed INTEGER NOT NULL, -- the required type; a descendant of it suffices
    PRIMARY KEY (type, alternative, needed)
) STRICT, WITHOUT ROWID;

CREATE TABLE goals ( -- goal types and their taxonomy
    goal TEXT NOT NULL, -- the name of a goal type
    parent TEXT NOT NULL, -- the goal type itself, or one above it
    PRIMARY KEY (goal, parent)
) STRICT, WITHOUT ROWID;

-- ---- units and stock

CREATE TABLE units ( -- everything that ever stood on the map: units, buildings, resources
    game INTEGER NOT NULL, -- the number of the game
    unit INTEGER NOT NULL, -- the id of the unit
    seat INTEGER NOT NULL, -- its owner; -1: no seat
    type INTEGER NOT NULL, -- its last type
    first_type INTEGER NOT NULL, -- its first type
    born INTEGER NOT NULL, -- the first cycle whose state has it
    finished INTEGER, -- the first cycle whose state has it complete; NULL: never
    gone INTEGER, -- the first cycle whose state no longer has it; NULL: it lived to the end
    fate TEXT CHECK (fate IN ('killed', 'cancelled', 'spent', 'dismissed')), -- killed, cancelled, spent, dismissed; NULL: it lived to the end
    killer INTEGER, -- the unit that killed it; NULL: none, or unknown
    killer_seat INTEGER, -- the owner of killer
    maker INTEGER, -- the unit that made it; NULL: none, or unknown
    x INTEGER NOT NULL, -- the cell in which it was born: column
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE states ( -- the activity of a unit
    game INTEGER NOT NULL, -- the number of the game
    unit INTEGER NOT NULL, -- the unit
    since INTEGER NOT NULL, -- the first cycle of the state
    until INTEGER NOT NULL, -- the first cycle after it
    status TEXT NOT NULL, -- idle, gathering, ...
    action TEXT, -- the action of the unit at the beginning; NULL: none
    x INTEGER NOT NULL, -- the cell of the unit at the beginning: column
    y INTEGER NOT NULL, -- row of that cell
    hit_points INTEGER NOT NULL, -- its hit points at the beginning
    PRIMARY KEY (game, unit, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE idle ( -- the times in which a complete unit or building of a seat had nothing to do
    game INTEGER NOT NULL, -- the number of the game
    unit INTEGER NOT NULL, -- the unit
    seat INTEGER NOT NULL, -- its owner
    type INTEGER NOT NULL, -- its type at the beginning
    since INTEGER NOT NULL, -- the first idle cycle
    until INTEGER NOT NULL, -- the first cycle after it
    x INTEGER NOT NULL, -- the cell of the unit at the beginning: column
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, unit, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE kills ( -- the killed units
    game INTEGER NOT NULL, -- the number of the game
    cycle INTEGER NOT NULL, -- the cycle of the last strike
    unit INTEGER NOT NULL, -- the killed unit
    seat INTEGER NOT NULL, -- its owner; -1: no seat
    type INTEGER NOT NULL, -- its type
    killer INTEGER, -- the unit that killed it; NULL: unknown
    killer_seat INTEGER, -- the owner of killer; NULL: unknown
    killer_type INTEGER, -- the type of killer at that time; its last type if it was gone by then; NULL: unknown
    x INTEGER NOT NULL, -- the cell of the killed unit: column
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE attacks ( -- strikes of one unit on another
    game INTEGER NOT NULL, -- the number of the game
    attack INTEGER NOT NULL, -- the number of the attack, from 1, in the order of the first strikes
    seat INTEGER NOT NULL, -- the owner of the struck unit
    unit INTEGER NOT NULL, -- the struck unit
    type INTEGER NOT NULL, -- its type at the first strike
    attacker INTEGER, -- the striking unit; NULL: unknown
    attacker_seat INTEGER, -- the owner of attacker; NULL: unknown
    attacker_type INTEGER, -- its type at the first strike; its last type if it was gone by then; NULL: unknown
    since INTEGER NOT NULL, -- the cycle of the first strike
    until INTEGER NOT NULL, -- the cycle after the last strike
    hits INTEGER NOT NULL, -- the number of strikes
    damage INTEGER NOT NULL, -- the hit points lost
    killed INTEGER NOT NULL, -- 1: the unit died of the last strike
    x INTEGER NOT NULL, -- the cell of the struck unit at the first strike: column
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, attack)
) STRICT, WITHOUT ROWID;

CREATE TABLE stock ( -- the resources and other tallies of a seat, read once a second
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the owner
    tally TEXT NOT NULL, -- gold, wood, food_used, kills, ...: all tallies of the domain
    since INTEGER NOT NULL, -- the first reading with the amount
    until INTEGER NOT NULL, -- the first reading with another amount, or the number of cycles played
    amount INTEGER NOT NULL, -- the amount
    PRIMARY KEY (game, seat, tally, since)
) STRICT, WITHOUT ROWID;

-- ---- orders

CREATE TABLE orders ( -- the orders of the seats
    game INTEGER NOT NULL, -- the number of the game
    id INTEGER NOT NULL, -- the id of the order, as in the trace
    cycle INTEGER NOT NULL, -- the cycle whose state the order changed
    seat INTEGER NOT NULL, -- the seat that gave it
    action TEXT NOT NULL, -- the action, as in the domain: build, attack, ...
    type INTEGER, -- the type to be made; NULL: the action has no such parameter
    x INTEGER, -- the cell: column; NULL: the action has no such parameter
    y INTEGER, -- row of that cell
    target INTEGER, -- the target unit; NULL: the action has no such parameter
    refused TEXT, -- the reason why the game refused the order; NULL: the game took it
    node INTEGER, -- the step of the seat's plan that gave it, or whose attack the squad carries out; NULL: none, or unknown
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_units ( -- the units of an order
    game INTEGER NOT NULL, -- the number of the game
    id INTEGER NOT NULL, -- the id of the order
    unit INTEGER NOT NULL, -- a unit that got the order
    PRIMARY KEY (game, id, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands ( -- the orders that units followed
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat that gave the order
    unit INTEGER NOT NULL, -- the unit that got it
    id INTEGER NOT NULL, -- the id of the order that the unit took
    since INTEGER NOT NULL, -- the cycle of the order
    until INTEGER NOT NULL, -- the first cycle after the command; equal to since: another order came in that cycle
    action TEXT NOT NULL, -- the action of the order
    node INTEGER, -- the step of the seat's plan; NULL: none, or unknown
    PRIMARY KEY (game, unit, id)
) STRICT, WITHOUT ROWID;

-- ---- the plans of seats

CREATE TABLE nodes ( -- the goals, below each goal the behaviors tried for it, and below each behavior its steps
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the plan
    node INTEGER NOT NULL, -- the number of the node, from 1, in the order of creation
    of TEXT NOT NULL CHECK (of IN ('goal', 'behavior', 'step')), -- goal, behavior or step
    above INTEGER, -- the node above; NULL: the node stands at the top
    behavior TEXT, -- hash of the behavior, 16 hex digits; of a goal or step: the hash of the behavior that contains it
    name TEXT NOT NULL, -- the goal as text, the name of the behavior, the line of the step
    label TEXT, -- the label of the step or goal in the behavior above
    goal TEXT, -- the goal type: that of the node, or of the nearest goal above
    attempt INTEGER, -- of a behavior: the number of the attempt at the goal, from 1; NULL: not retrieved
    case_id INTEGER, -- the id of the case in the library; NULL: not retrieved, or from no library
    similarity REAL, -- the similarity of that case to the state, 0 to 1; NULL: not retrieved
    margin REAL, -- its distance to the runner-up's similarity; NULL: no runner-up
    ready INTEGER, -- the first cycle in which it waited for no earlier node; NULL: unknown
    started INTEGER, -- the first cycle in which the plan pursued it; NULL: never
    ended INTEGER, -- the cycle in which the node, or one above it, ended; NULL: open
    end TEXT NOT NULL CHECK (end IN ('succeeded', 'failed', 'stopped', 'open')), -- succeeded, failed, stopped (also by the end of a node above), or open: it was open when the game or trace ended
    why TEXT, -- the reason of the end
    lacks TEXT, -- the missing thing: resource, unit, food, requirement, place, way, life, behavior, condition, test or other; NULL: none, or unknown
    item TEXT, -- its name: of a resource, type, role, ...
    amount INTEGER, -- the amount of the missing resource; NULL: unknown
    PRIMARY KEY (game, seat, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE below ( -- the nodes below each node, with all steps between
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the plan
    node INTEGER NOT NULL, -- the node
    above INTEGER NOT NULL, -- the node itself, or a node above it
    distance INTEGER NOT NULL, -- the number of levels between them; 0: the node itself
    PRIMARY KEY (game, seat, node, above)
) STRICT, WITHOUT ROWID;

CREATE TABLE waits ( -- the times in which a node waited
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the plan
    node INTEGER NOT NULL, -- the node
    since INTEGER NOT NULL, -- the first cycle of waiting
    until INTEGER NOT NULL, -- the first cycle after it
    why TEXT NOT NULL, -- the reason in words
    lacks TEXT, -- as in nodes
    item TEXT, -- as in nodes
    amount INTEGER, -- as in nodes
    PRIMARY KEY (game, seat, node, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE held ( -- the times in which the test of a maintained goal held
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the plan
    node INTEGER NOT NULL, -- the node of the goal
    since INTEGER NOT NULL, -- the first cycle
    until INTEGER NOT NULL, -- the first cycle after it
    PRIMARY KEY (game, seat, node, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE bound ( -- the values of slots
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the plan
    node INTEGER NOT NULL, -- the node with the slot
    cycle INTEGER NOT NULL, -- the cycle of the binding
    slot TEXT NOT NULL, -- the name of the slot
    unit INTEGER, -- the unit; NULL: the slot holds a cell, or nothing
    x INTEGER, -- the cell: column; NULL: the slot holds units, or nothing
    y INTEGER -- row of that cell
) STRICT;
CREATE INDEX bound_node ON bound (game, seat, node);
CREATE INDEX bound_unit ON bound (game, unit) WHERE unit IS NOT NULL;

CREATE TABLE repairs ( -- the repairs in play, and the failures for which none fitted
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the plan
    cycle INTEGER NOT NULL, -- the cycle of the repair
    pattern TEXT NOT NULL, -- the failure pattern; edit: another text was put in
    number INTEGER, -- the repair of the pattern, from 1; NULL: none fitted
    row INTEGER NOT NULL, -- the row of the pattern's defaults, from 0
    modop TEXT, -- the kind of change; NULL: none fitted
    behavior TEXT NOT NULL, -- the hash of the behavior, as the library has it
    node INTEGER, -- the node of the behavior; NULL: it was not at work
    step INTEGER, -- the node of the step that failed; NULL: the behavior as a whole was repaired
    label TEXT, -- the label of that step
    lacks TEXT, -- what the step lacked, as in waits
    item TEXT, -- the name of the missing thing
    amount INTEGER, -- how much of it was needed; NULL: unknown
    why TEXT -- the reason why no repair fitted
) STRICT;

-- ---- conditions that should hold during play

CREATE TABLE conditions ( -- the maintain conditions of the patterns
    condition INTEGER PRIMARY KEY, -- the number of the condition, from 1, in the order of the patterns
    name TEXT NOT NULL UNIQUE, -- the name of the pattern
    text TEXT NOT NULL -- the condition in BRL, for the view of a seat
) STRICT;

CREATE TABLE lapses ( -- the times in which a condition did not hold
    game INTEGER NOT NULL, -- the number of the game
    seat INTEGER NOT NULL, -- the seat of the view
    condition INTEGER NOT NULL, -- the number of the condition
    since INTEGER NOT NULL, -- the cycle of the first evaluation that failed
    until INTEGER NOT NULL, -- the cycle of the next evaluation that held
    PRIMARY KEY (game, seat, condition, since)
) STRICT, WITHOUT ROWID;
