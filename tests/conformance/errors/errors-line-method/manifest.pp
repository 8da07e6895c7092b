# The line of an unknown function after dots
$x = 'a'
  .upcase
  .nope
