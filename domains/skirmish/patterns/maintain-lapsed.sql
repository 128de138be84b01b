/*
{
  "pattern": 1,
  "about": "a goal lost what it should maintain, and did not get it back for a long time",
  "params": {"patience": {"value": 900, "about": "cycles for which it may be lost"}},
  "blame": "step",
  "repairs": [
    {"modop": "first", "about": "begin it before the steps beside it"},
    {"modop": "retry", "about": "try this step again when it fails"}
  ]
}
*/
WITH lost AS (
    SELECT h.game, h.seat, h.node, h.until AS since,
           coalesce(lead(h.since) OVER (PARTITION BY h.game, h.seat, h.node ORDER BY h.since),
                    n.ended, g.cycles) AS until,
           n.goal
    FROM held AS h
    JOIN nodes AS n ON n.game = h.game AND n.seat = h.seat AND n.node = h.node
    JOIN games AS g ON g.game = h.game
)
SELECT game, seat, since AS cycle, until, node, goal, until - since AS badness
FROM lost
WHERE until - since >= :patience
