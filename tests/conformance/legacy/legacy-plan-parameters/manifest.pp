# A plan with parameters and a body
plan foo::bar(TargetSpec $nodes, String $x = 'y') {
  return run_task('t', $nodes)
}
