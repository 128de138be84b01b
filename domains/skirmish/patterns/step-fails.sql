/*
{
  "pattern": 1,
  "about": "a step failed again and again, although neither a resource nor a unit was missing",
  "params": {"times": {"value": 2, "about": "failures of one step in a game, at least"}},
  "watch": {"lacks": ["food", "place", "way", "life", "behavior", "condition", "test", "other"]},
  "blame": "step",
  "repairs": [
    {"modop": "remove", "about": "drop this step"},
    {"modop": "retry", "about": "try this step again when it fails"}
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
