/*
{
  "pattern": 1,
  "about": "a resource was waited for while more of another one came in that was plentiful",
  "params": {
    "patience": {"value": 600, "about": "cycles that it may be waited for"},
    "plenty": {"value": 1000, "about": "of the other one"},
    "gained": {"value": 200, "about": "of the other one that came in meanwhile"},
    "amount": {"value": 500, "about": "of what is lacking that is gathered then"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "gather what is lacking while there is plenty of the other",
     "when": "{other}(self) >= {plenty} and {resource}(self) < {amount} and exists(self, role: worker)",
     "do": "achieve GetResources(player: self, {resource}: {amount})"}
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
