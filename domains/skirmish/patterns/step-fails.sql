/*
{
  "pattern": 1,
  "about": "a step failed again and again, and neither a resource nor a unit was lacking",
  "params": {"times": {"value": 2, "about": "failures of one step in a game"}},
  "blame": "step",
  "repairs": [
    {"modop": "remove", "about": "do without it"},
    {"modop": "retry", "about": "try again"}
  ]
}
*/
SELECT game, seat, min(ended) AS cycle, max(ended) AS until, min(node) AS node, goal,
       count(*) AS badness,
       coalesce(lacks, 'other') AS lacks
FROM nodes
WHERE of = 'step' AND end = 'failed' AND behavior IS NOT NULL
  AND coalesce(lacks, 'other') NOT IN ('resource', 'unit', 'requirement')
GROUP BY game, seat, behavior, label, name, goal, coalesce(lacks, 'other')
HAVING count(*) >= :times
