# A plan with a type of its value
plan foo() >> String { 'x' }
