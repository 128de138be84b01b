-- The failures that patterns find in recorded games. The table is made when it is filled: patterns
-- read the other tables, never this one.

CREATE TABLE failures ( -- the failures that the patterns found
    game INTEGER NOT NULL, -- the number of the game
    failure INTEGER NOT NULL, -- the number of the failure, from 1, by pattern, cycle, seat, unit, node
    pattern TEXT NOT NULL, -- the name of the pattern
    seat INTEGER NOT NULL, -- the seat with the failure
    cycle INTEGER NOT NULL, -- the cycle in which it began
    until INTEGER NOT NULL, -- the cycle in which it ended; cycle if the pattern does not have it
    unit INTEGER, -- the unit; NULL: the pattern names none
    node INTEGER, -- the node of the seat's plan; NULL: the pattern names none
    goal TEXT, -- the goal type; NULL: the pattern names none
    badness INTEGER NOT NULL, -- from 0; compares failures of one pattern
    more TEXT NOT NULL, -- the other columns of the pattern's row: a JSON object by column
    PRIMARY KEY (game, failure)
) STRICT, WITHOUT ROWID;
