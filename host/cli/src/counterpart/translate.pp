# Returns a message with its values; there is no other language to put it into.
function translate(String $message, Optional[Hash] $values = undef) >> String {
  if $values =~ Undef {
    $message
  } else {
    $values.reduce($message) |$text, $pair| {
      # In a replacement a backslash would mean a group.
      $value = regsubst(String($pair[1]), '\\\\', '\\\\\\\\', 'G')
      regsubst($text, "%\\{${pair[0]}\\}", $value, 'G')
    }
  }
}
