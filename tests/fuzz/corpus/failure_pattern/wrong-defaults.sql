/*{"pattern": 1, "about": "x", "blame": "top",
"repairs": [{"modop": "daemon", "when": "{tally}(self) < {few}", "do": "act stop()"}],
"params": {"few": {"value": 3}},
"defaults": [{"tally": "gold"}, {"tally": "wood", "few": 9}, {"tally": "oil \" and"}]}*/
SELECT game, seat, 1 AS cycle, 1 AS badness, 'gold' AS tally, :few AS few FROM seats
