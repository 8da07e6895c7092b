# A capability mapping
Lamp::Sql produces Sql { user => $user }
