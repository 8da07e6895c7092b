plan a() { }
