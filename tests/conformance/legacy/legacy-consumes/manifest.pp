# A capability mapping that consumes
Lamp::Web consumes Sql { }
