/*
{"pattern": 1, "like": "skirmish"}
*/
