# Returns the elements of an array as strings.
function mco_array_to_string(Array $list) {
  $list.map |$element| { String($element) }
}
