# Stands in for stdlib.
function stdlib::nested_values($hash) {
  "own ${hash}"
}
