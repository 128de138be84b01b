/*
{
  "pattern": 1,
  "about": "a step failed, or waited for a long time, because its side had no unit of a kind",
  "params": {"patience": {"value": 600, "about": "cycles that a step may wait"}},
  "watch": {"lacks": ["unit", "requirement"], "item": "kind"},
  "blame": "top",
  "repairs": [
    {"modop": "beside", "at": "root", "about": "make one at that time of the game, if there is none",
     "do": "delay {late} goal BuildUnits(player: self, type: \"{kind}\", number: 1)"},
    {"modop": "beside", "at": "root", "about": "make one now",
     "do": "goal BuildUnits(player: self, type: \"{kind}\", number: 1)"}
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
       max(l.until) - min(l.since) + 1 AS badness, max(min(l.since), 1) AS late,
       -- for a role, the cheapest type that can be made
       coalesce((SELECT t.common_name FROM types AS t WHERE t.name = l.item AND t.kind <> 'upgrade'),
                (SELECT t.common_name FROM roles AS r JOIN types AS t ON t.type = r.type
                 WHERE r.role = l.item AND t.type IN (SELECT product FROM makes) AND t.kind <> 'upgrade'
                 ORDER BY (SELECT sum(c.amount) FROM costs AS c WHERE c.type = t.type), t.type
                 LIMIT 1)) AS kind
FROM lack AS l
JOIN nodes AS n ON n.game = l.game AND n.seat = l.seat AND n.node = l.node
WHERE n.of = 'step'
  AND NOT EXISTS ( -- one that is there is only busy, or about to be made
      SELECT 1 FROM units AS o
      WHERE o.game = l.game AND o.seat = l.seat
        AND o.born <= min(l.since + :patience, l.until) AND coalesce(o.gone, l.since + 1) > l.since
        AND (o.type IN (SELECT k.type FROM kinds AS k JOIN types AS t ON t.type = k.above
                        WHERE t.name = l.item)
             OR o.type IN (SELECT type FROM roles WHERE role = l.item)))
GROUP BY l.game, l.seat, l.node, l.item
