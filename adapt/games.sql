-- What happened in recorded games, as tables. docs/TABLES.md and docs/PLAN_TABLES.md describe
-- every column.
--
-- Every table of a game has `game` first. Ids of units, seats and orders are the game's own.
-- Times are cycles. A row with `since` and `until` holds in the states of the cycles from `since` up
-- to the one before `until`; where it went on to the end, `until` is the number of cycles played.
-- A row with `cycle` alone happened while that cycle was played: the next cycle's state shows it.

CREATE TABLE games ( -- a row a game
    game INTEGER PRIMARY KEY, -- from 1, in the order in which they were added
    file TEXT NOT NULL, -- the trace, as it was named
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 16), -- of the trace's bytes
    map TEXT, -- as the game was told: a shipped map's name, or a path; NULL here and below: unknown
    map_hash TEXT, -- of what the map holds
    seed TEXT, -- decimal, 64 bits without sign
    rules_hash TEXT, -- of the rules it was played by
    cycles INTEGER NOT NULL, -- played, as far as the trace goes
    outcome TEXT NOT NULL CHECK (outcome IN ('win', 'draw', 'cut')), -- cut: the trace has no end
    winner INTEGER, -- seat; NULL: none
    reason TEXT -- of the outcome: defeat, cycle limit, ...; NULL: cut
) STRICT;
CREATE INDEX games_seed ON games (seed);

CREATE TABLE seats ( -- who played
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- from 0
    player TEXT NOT NULL, -- agent: library:FILE, expert:NAME; '': nobody
    faction TEXT NOT NULL, -- '': the domain has none, or the trace does not say
    planned INTEGER NOT NULL, -- 1: it told its plan
    score INTEGER, -- 1000: won, 500: draw, 0: lost; NULL: cut
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- ---- the domain

CREATE TABLE types ( -- units, buildings, resources and upgrades
    type INTEGER PRIMARY KEY, -- from 0, in the domain's order
    name TEXT NOT NULL UNIQUE, -- as in the domain
    parent INTEGER, -- type above it in the taxonomy
    kind TEXT NOT NULL, -- unit, building, resource, upgrade
    abstract INTEGER NOT NULL, -- 1: exists only as a parent
    faction TEXT, -- NULL: any
    common INTEGER NOT NULL, -- nearest type above it and its counterpart; itself where it has none
    common_name TEXT NOT NULL, -- name of that
    food_use INTEGER NOT NULL, -- food that one eats
    food_supply INTEGER NOT NULL -- food that one supplies
) STRICT;

CREATE TABLE kinds ( -- the taxonomy, with all steps: type is an `above`
    type INTEGER NOT NULL, -- number of the type
    above INTEGER NOT NULL, -- itself, or a type above it
    PRIMARY KEY (type, above)
) STRICT, WITHOUT ROWID;

CREATE TABLE roles ( -- what types are good for
    type INTEGER NOT NULL, -- number of the type
    role TEXT NOT NULL, -- worker, depot, ...; those of the types above it, too
    PRIMARY KEY (type, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE costs ( -- what types cost
    type INTEGER NOT NULL, -- number of the type
    resource TEXT NOT NULL, -- gold, wood, ...
    amount INTEGER NOT NULL, -- above 0
    PRIMARY KEY (type, resource)
) STRICT, WITHOUT ROWID;

CREATE TABLE makes ( -- who can make what
    type INTEGER NOT NULL, -- who; concrete
    action TEXT NOT NULL, -- with which: train, build, research, ...
    product INTEGER NOT NULL, -- type; concrete
    PRIMARY KEY (type, action, product)
) STRICT, WITHOUT ROWID;

CREATE TABLE requires ( -- what must be owned or known before a type can be made
    type INTEGER NOT NULL, -- what is to be made
    alternative INTEGER NOT NULL, -- from 1: all that one of them needs is enough
    needed INTEGER NOT NULL, -- type, or a descendant of it
    PRIMARY KEY (type, alternative, needed)
) STRICT, WITHOUT ROWID;

CREATE TABLE goals ( -- goal types and the types they are kinds of
    goal TEXT NOT NULL, -- name of a type of goals
    parent TEXT NOT NULL, -- itself, or a type above it
    PRIMARY KEY (goal, parent)
) STRICT, WITHOUT ROWID;

-- ---- what happened

CREATE TABLE units ( -- everything that ever stood on the map: units, buildings, resources
    game INTEGER NOT NULL, -- number of the game
    unit INTEGER NOT NULL, -- its id
    seat INTEGER NOT NULL, -- owner; -1: nobody's
    type INTEGER NOT NULL, -- the last it was
    first_type INTEGER NOT NULL, -- the first it was
    born INTEGER NOT NULL, -- first cycle whose state has it
    finished INTEGER, -- first cycle whose state has it complete; NULL: never
    gone INTEGER, -- first cycle whose state has it no more; NULL: it lived to the end
    fate TEXT CHECK (fate IN ('killed', 'cancelled', 'spent', 'dismissed')), -- NULL: it lived
    killer INTEGER, -- unit that killed it; NULL: none, or nobody knows
    killer_seat INTEGER, -- owner of that
    maker INTEGER, -- unit that made it; NULL: none, or nobody knows
    x INTEGER NOT NULL, -- where it was born
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE states ( -- what a unit was doing: its rows follow each other without a gap
    game INTEGER NOT NULL, -- number of the game
    unit INTEGER NOT NULL, -- whose
    since INTEGER NOT NULL, -- first cycle
    until INTEGER NOT NULL, -- first cycle after it
    status TEXT NOT NULL, -- idle, gathering, ...
    action TEXT, -- the action it carried out at the beginning; NULL: none
    x INTEGER NOT NULL, -- where it was at the beginning
    y INTEGER NOT NULL, -- row of that cell
    hit_points INTEGER NOT NULL, -- at the beginning
    PRIMARY KEY (game, unit, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE idle ( -- when a complete unit or building of a seat had nothing to do
    game INTEGER NOT NULL, -- number of the game
    unit INTEGER NOT NULL, -- who
    seat INTEGER NOT NULL, -- its owner
    type INTEGER NOT NULL, -- at the beginning
    since INTEGER NOT NULL, -- first cycle
    until INTEGER NOT NULL, -- first cycle after it
    x INTEGER NOT NULL, -- where it was at the beginning
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, unit, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE kills ( -- who killed whom
    game INTEGER NOT NULL, -- number of the game
    cycle INTEGER NOT NULL, -- in which it was struck dead
    unit INTEGER NOT NULL, -- who was killed
    seat INTEGER NOT NULL, -- its owner; -1: nobody
    type INTEGER NOT NULL, -- what it was
    killer INTEGER, -- NULL here and below: nobody knows
    killer_seat INTEGER, -- owner of that
    killer_type INTEGER, -- what it was then, or last
    x INTEGER NOT NULL, -- where
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE attacks ( -- strikes of one on one, each within 150 cycles of the one before
    game INTEGER NOT NULL, -- number of the game
    attack INTEGER NOT NULL, -- from 1, by their first strikes
    seat INTEGER NOT NULL, -- owner of who was struck
    unit INTEGER NOT NULL, -- who was struck
    type INTEGER NOT NULL, -- what it was at the first strike
    attacker INTEGER, -- NULL here and below: nobody knows
    attacker_seat INTEGER, -- owner of that
    attacker_type INTEGER, -- at the first strike, or last
    since INTEGER NOT NULL, -- cycle of the first strike
    until INTEGER NOT NULL, -- cycle after that of the last
    hits INTEGER NOT NULL, -- strikes
    damage INTEGER NOT NULL, -- hit points lost
    killed INTEGER NOT NULL, -- 1: it died of the last
    x INTEGER NOT NULL, -- where it stood at the first
    y INTEGER NOT NULL, -- row of that cell
    PRIMARY KEY (game, attack)
) STRICT, WITHOUT ROWID;

CREATE TABLE stock ( -- what a seat had, looked at every second of the game; a row where it changed
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- who had it
    tally TEXT NOT NULL, -- gold, wood, food_used, kills, ...: all tallies of the domain
    since INTEGER NOT NULL, -- first cycle
    until INTEGER NOT NULL, -- first cycle after it
    amount INTEGER NOT NULL, -- how much
    PRIMARY KEY (game, seat, tally, since)
) STRICT, WITHOUT ROWID;

-- ---- orders

CREATE TABLE orders ( -- what was told to whom
    game INTEGER NOT NULL, -- number of the game
    id INTEGER NOT NULL, -- as in the trace
    cycle INTEGER NOT NULL, -- whose state it changed
    seat INTEGER NOT NULL, -- who gave it
    action TEXT NOT NULL, -- as in the domain: build, attack, ...
    type INTEGER, -- to be made; NULL here and below: the action has no such parameter
    x INTEGER, -- cell
    y INTEGER, -- row of that cell
    target INTEGER, -- unit
    refused TEXT, -- why; NULL: it was taken
    node INTEGER, -- step of the seat's plan that gave it; NULL: none, or nobody knows
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_units ( -- to whom
    game INTEGER NOT NULL, -- number of the game
    id INTEGER NOT NULL, -- of the order
    unit INTEGER NOT NULL, -- one of those who were told
    PRIMARY KEY (game, id, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands ( -- under whose order a unit stood: up to the next order to it, or its end
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- who gave the order
    unit INTEGER NOT NULL, -- who was told
    id INTEGER NOT NULL, -- of the order that it took
    since INTEGER NOT NULL, -- cycle of the order
    until INTEGER NOT NULL, -- the same: another came in that cycle
    action TEXT NOT NULL, -- of the order
    node INTEGER, -- step of the seat's plan; NULL: none, or nobody knows
    PRIMARY KEY (game, unit, id)
) STRICT, WITHOUT ROWID;

-- ---- the plan, of seats that told one

CREATE TABLE nodes ( -- goals, below each the behaviors tried for it, below those their steps
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- whose plan it is
    node INTEGER NOT NULL, -- from 1, as they came to be
    of TEXT NOT NULL CHECK (of IN ('goal', 'behavior', 'step')), -- what it is
    above INTEGER, -- node; NULL: it stands at the top
    behavior TEXT, -- hash of the behavior, 16 hex digits; of goals and steps: that they are steps of
    name TEXT NOT NULL, -- the goal as text, the behavior's name, the step's line
    label TEXT, -- of the step or goal in the behavior above
    goal TEXT, -- type of goal: its own, or of the nearest goal above
    attempt INTEGER, -- which try at the goal a behavior was, from 1; NULL here and below: not retrieved
    case_id INTEGER, -- in the library; NULL: from none
    similarity REAL, -- of that case to the state, 0 to 1
    margin REAL, -- above the runner-up's; NULL: there was none
    ready INTEGER, -- first cycle at which nothing stood before it; NULL: nobody told
    started INTEGER, -- first cycle at which it was pursued; NULL: never
    ended INTEGER, -- cycle at which it, or what stands above it, ended; NULL: open
    end TEXT NOT NULL CHECK (end IN ('succeeded', 'failed', 'stopped', 'open')), -- open: it went on when the game was over
    why TEXT, -- it ended so
    lacks TEXT, -- what was lacking: resource, unit, food, ...; NULL: nobody told
    item TEXT, -- which one: the name of a resource, type, role, ...
    amount INTEGER, -- how much of the resource; NULL: nobody told
    PRIMARY KEY (game, seat, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE below ( -- which nodes lie below which, with all steps
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- whose plan it is
    node INTEGER NOT NULL, -- which
    above INTEGER NOT NULL, -- node: itself, or one above it
    distance INTEGER NOT NULL, -- 0: itself
    PRIMARY KEY (game, seat, node, above)
) STRICT, WITHOUT ROWID;

CREATE TABLE waits ( -- when a node waited
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- whose plan it is
    node INTEGER NOT NULL, -- which
    since INTEGER NOT NULL, -- first cycle
    until INTEGER NOT NULL, -- first cycle after it
    why TEXT NOT NULL, -- what for, in words
    lacks TEXT, -- as in nodes
    item TEXT, -- as in nodes
    amount INTEGER, -- as in nodes
    PRIMARY KEY (game, seat, node, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE held ( -- when the test of a goal to be maintained held
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- whose plan it is
    node INTEGER NOT NULL, -- which
    since INTEGER NOT NULL, -- first cycle
    until INTEGER NOT NULL, -- first cycle after it
    PRIMARY KEY (game, seat, node, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE bound ( -- what a slot of a node held from then on; a row a unit
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- whose plan it is
    node INTEGER NOT NULL, -- whose slot
    cycle INTEGER NOT NULL, -- from which on
    slot TEXT NOT NULL, -- its name
    unit INTEGER, -- NULL: it holds a cell, or nothing
    x INTEGER, -- the cell; NULL: it holds units, or nothing
    y INTEGER -- row of that cell
) STRICT;
CREATE INDEX bound_node ON bound (game, seat, node);
CREATE INDEX bound_unit ON bound (game, unit) WHERE unit IS NOT NULL;

-- ---- conditions that should hold during play

CREATE TABLE conditions ( -- asked of every seat, every second of the game
    condition INTEGER PRIMARY KEY, -- from 1, in the order in which they were given
    name TEXT NOT NULL UNIQUE, -- as it was given
    text TEXT NOT NULL -- BRL, of the view of a seat
) STRICT;

CREATE TABLE lapses ( -- when one did not hold
    game INTEGER NOT NULL, -- number of the game
    seat INTEGER NOT NULL, -- of whose view it was asked
    condition INTEGER NOT NULL, -- which, by number
    since INTEGER NOT NULL, -- of the look that found so
    until INTEGER NOT NULL, -- of the look that found it holding again
    PRIMARY KEY (game, seat, condition, since)
) STRICT, WITHOUT ROWID;
