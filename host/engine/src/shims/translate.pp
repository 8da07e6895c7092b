# Returns a message with its values interpolated. Messages are not translated.
function translate(String $message, Optional[Hash] $values = undef) >> String {
  if $values =~ Undef {
    $message
  } else {
    inline_template('<%= @message % @values.map { |key, value| [key.to_sym, value] }.to_h %>')
  }
}
