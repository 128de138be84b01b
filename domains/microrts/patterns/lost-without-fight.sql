/*
{"pattern": 1, "like": "skirmish", "params": {"window": 100}}
*/
