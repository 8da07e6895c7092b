# Stands in for stdlib.
function stdlib::ensure($ensure, $resource) {
  "own ${ensure} ${resource}"
}
