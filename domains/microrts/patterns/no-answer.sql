/*
{"pattern": 1, "like": "skirmish", "params": {"patience": 30, "reach": 8}}
*/
