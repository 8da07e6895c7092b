# A function of plans
run_task('x', 'y')
