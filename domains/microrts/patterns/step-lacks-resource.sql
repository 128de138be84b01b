/*
{"pattern": 1, "like": "skirmish", "params": {"patience": 200, "least": 2}}
*/
