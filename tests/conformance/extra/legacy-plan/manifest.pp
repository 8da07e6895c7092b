# A plan
plan foo() { }
