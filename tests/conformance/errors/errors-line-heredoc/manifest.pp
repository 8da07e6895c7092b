# The line of a fault inside a heredoc
$x = @("END")
  a ${nope} b
  ${fail('x')}
  | END
