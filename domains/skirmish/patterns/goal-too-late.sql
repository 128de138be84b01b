/*
{
  "pattern": 1,
  "about": "in a lost game, a goal that had been open for a long time was reached too late to matter",
  "params": {
    "late": {"value": 80, "about": "percent of the game after which the goal no longer matters"},
    "patience": {"value": 1800, "about": "cycles that pursuing the goal may take"}
  },
  "blame": "step",
  "repairs": [
    {"modop": "first", "about": "begin it before the steps beside it"},
    {"modop": "remove", "about": "drop this step"}
  ]
}
*/
SELECT n.game, n.seat, coalesce(n.ready, n.started) AS cycle, n.ended AS until, n.node, n.goal,
       n.ended - coalesce(n.ready, n.started) AS badness
FROM nodes AS n
JOIN games AS g ON g.game = n.game
JOIN seats AS s ON s.game = n.game AND s.seat = n.seat AND s.score = 0
WHERE n.of = 'goal' AND n.above IS NOT NULL AND n.end = 'succeeded'
  AND coalesce(n.ready, n.started) IS NOT NULL
  AND n.ended * 100 >= g.cycles * :late
  AND n.ended - coalesce(n.ready, n.started) >= :patience
