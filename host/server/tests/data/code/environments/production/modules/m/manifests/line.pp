# @summary Define with a message.
# @param text Text of the line.
define m::line (String $text) {
  notify { "line ${title}":
    message => $text,
  }
}
