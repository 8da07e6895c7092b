# Returns the elements of an array as strings.
function mco_array_to_string(Array $list) {
  # `String()` writes numbers and collections in a form of its own.
  $list.map |$element| { inline_template('<%= @element.to_s %>') }
}
