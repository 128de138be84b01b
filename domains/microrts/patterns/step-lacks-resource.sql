/*
{"pattern": 1, "like": "skirmish", "params": {"patience": 200, "idle": 100, "least": 2}}
*/
