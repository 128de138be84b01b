/*
{
  "pattern": 1,
  "about": "a step waited for a resource while another one, already plentiful, kept coming in",
  "params": {
    "patience": {"value": 600, "about": "cycles that a step may wait"},
    "plenty": {"value": 1000, "about": "how much of the other resource is plentiful"},
    "gained": {"value": 200, "about": "how much of it came in meanwhile, at least"},
    "amount": {"value": 500, "about": "how much of the missing resource the repair gathers"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "gather the missing resource while the other one is plentiful",
     "when": "{other}(self) >= {plenty} and {resource}(self) < {amount} and exists(self, role: worker)",
     "do": "achieve GetResources(player: self, {resource}: {amount})"}
  ],
  "defaults": [
    {"resource": "wood", "other": "gold"},
    {"resource": "gold", "other": "wood"}
  ]
}
*/
WITH waited AS (
    SELECT game, seat, node, since, until, item AS resource FROM waits
    WHERE lacks = 'resource' AND until - since >= :patience AND item IN (SELECT resource FROM costs)
),
other AS (
    SELECT DISTINCT resource FROM costs
),
compared AS (
    SELECT w.game, w.seat, w.node, w.since, w.until, w.resource, o.resource AS other,
           (SELECT s.amount FROM stock AS s
            WHERE s.game = w.game AND s.seat = w.seat AND s.tally = o.resource AND s.since <= w.since
            ORDER BY s.since DESC LIMIT 1) AS earlier,
           (SELECT s.amount FROM stock AS s
            WHERE s.game = w.game AND s.seat = w.seat AND s.tally = o.resource AND s.since < w.until
            ORDER BY s.since DESC LIMIT 1) AS after
    FROM waited AS w
    JOIN other AS o ON o.resource <> w.resource
)
SELECT c.game, c.seat, c.since AS cycle, c.until, c.node, n.goal,
       c.until - c.since AS badness,
       c.resource, c.other, :plenty AS plenty, :amount AS amount
FROM compared AS c
JOIN nodes AS n ON n.game = c.game AND n.seat = c.seat AND n.node = c.node
WHERE c.earlier >= :plenty AND c.after - c.earlier >= :gained
