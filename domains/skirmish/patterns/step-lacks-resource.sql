/*
{
  "pattern": 1,
  "about": "a step failed, or waited for a long time, for a resource, while a worker was idle",
  "params": {
    "patience": {"value": 600, "about": "cycles that a step may wait"},
    "idle": {"value": 300, "about": "cycles for which a worker was idle meanwhile, at least"},
    "least": {"value": 200, "about": "how much the repair gathers, at least"}
  },
  "watch": {"lacks": ["resource"], "item": "resource"},
  "blame": "top",
  "repairs": [
    {"modop": "beside", "at": "root", "about": "gather the resource at the same time",
     "do": "goal GetResources(player: self, {resource}: {amount})"}
  ]
}
*/
WITH lack(game, seat, node, since, until, resource, asked) AS (
    SELECT game, seat, node, since, until, item, amount FROM waits
    WHERE lacks = 'resource' AND until - since >= :patience
    UNION ALL
    SELECT game, seat, node, coalesce(started, ready, ended), ended, item, amount FROM nodes
    WHERE end = 'failed' AND lacks = 'resource'
)
SELECT l.game, l.seat, min(l.since) AS cycle, max(l.until) AS until, l.node, n.goal,
       max(l.until) - min(l.since) + 1 AS badness,
       l.resource,
       max(:least, max(coalesce(l.asked, 0)), coalesce((SELECT max(c.amount) FROM orders AS o
                             JOIN costs AS c ON c.type = o.type AND c.resource = l.resource
                             WHERE o.game = l.game AND o.seat = l.seat AND o.node = l.node), 0)) AS amount
FROM lack AS l
JOIN nodes AS n ON n.game = l.game AND n.seat = l.seat AND n.node = l.node
WHERE n.of = 'step' AND l.resource IN (SELECT resource FROM costs)
  AND EXISTS ( -- somebody could have gathered it
      SELECT 1 FROM idle AS i JOIN roles AS r ON r.type = i.type AND r.role = 'worker'
      WHERE i.game = l.game AND i.seat = l.seat
        AND min(i.until, l.until) - max(i.since, l.since) >= :idle)
GROUP BY l.game, l.seat, l.node, l.resource
