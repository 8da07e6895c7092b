# A function of plans as a statement
run_plan 'x'
