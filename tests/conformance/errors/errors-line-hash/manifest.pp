# The line of a comma that is missing in a hash
$a = {
  'a' => 1
  'b' => 2
}
