# Returns the elements of an array as strings.
function mco_array_to_string(Array $list) {
  # `String()` formats numbers and collections differently.
  $list.map |$element| { inline_template('<%= @element.to_s %>') }
}
