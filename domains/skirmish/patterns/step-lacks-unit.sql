/*
{
  "pattern": 1,
  "about": "a step failed, or waited for a long time, because a unit or a requirement was missing",
  "params": {"patience": {"value": 600, "about": "cycles that a step may wait"}},
  "watch": {"lacks": ["unit", "requirement"], "item": "kind"},
  "blame": "step",
  "repairs": [
    {"modop": "before", "about": "make what was missing first",
     "do": "goal BuildUnits(player: self, type: \"{kind}\", number: 1)"},
    {"modop": "retry", "about": "try this step again when it fails, since a unit may be there by then"}
  ]
}
*/
WITH lack(game, seat, node, since, until, item) AS (
    SELECT game, seat, node, since, until, item FROM waits
    WHERE lacks IN ('unit', 'requirement') AND until - since >= :patience
    UNION ALL
    SELECT game, seat, node, coalesce(started, ready, ended), ended, item FROM nodes
    WHERE end = 'failed' AND lacks IN ('unit', 'requirement')
)
SELECT l.game, l.seat, min(l.since) AS cycle, max(l.until) AS until, l.node, n.goal,
       max(l.until) - min(l.since) + 1 AS badness,
       -- for a role, the cheapest type that can be made
       coalesce((SELECT t.common_name FROM types AS t WHERE t.name = l.item AND t.kind <> 'upgrade'),
                (SELECT t.common_name FROM roles AS r JOIN types AS t ON t.type = r.type
                 WHERE r.role = l.item AND t.type IN (SELECT product FROM makes) AND t.kind <> 'upgrade'
                 ORDER BY (SELECT sum(c.amount) FROM costs AS c WHERE c.type = t.type), t.type
                 LIMIT 1)) AS kind
FROM lack AS l
JOIN nodes AS n ON n.game = l.game AND n.seat = l.seat AND n.node = l.node
WHERE n.of = 'step'
GROUP BY l.game, l.seat, l.node, l.item
