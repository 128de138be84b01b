-- What patterns found in recorded games. The table is made when it is filled: patterns read the
-- others, never this one.

CREATE TABLE failures ( -- what the patterns found
    game INTEGER NOT NULL, -- number of the game
    failure INTEGER NOT NULL, -- from 1, by pattern, cycle, seat, unit, node
    pattern TEXT NOT NULL, -- the name of what found it
    seat INTEGER NOT NULL, -- whose it is
    cycle INTEGER NOT NULL, -- when it began
    until INTEGER NOT NULL, -- when it ended; cycle, where the pattern does not say
    unit INTEGER, -- NULL here and below: the pattern names none
    node INTEGER, -- of the seat's plan
    goal TEXT, -- type of goal
    badness INTEGER NOT NULL, -- from 0; compares failures of one pattern
    more TEXT NOT NULL, -- what else the pattern's row has, an object of JSON by column
    PRIMARY KEY (game, failure)
) STRICT, WITHOUT ROWID;
