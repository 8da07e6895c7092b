class m($p = 3) { }
