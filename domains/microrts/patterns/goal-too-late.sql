/*
{"pattern": 1, "like": "skirmish", "params": {"patience": 600}}
*/
