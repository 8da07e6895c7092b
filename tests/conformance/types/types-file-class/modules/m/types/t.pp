class m::t { }
