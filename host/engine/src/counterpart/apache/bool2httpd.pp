# Returns Off for nothing and what says false, On for what says true, and any other value as a text.
function apache::bool2httpd(Any $arg) >> String {
  if $arg =~ Undef or $arg == false or ($arg =~ String and $arg =~ /(?i:false)/) {
    'Off'
  } elsif $arg == true or ($arg =~ String and $arg =~ /(?i:true)/) {
    'On'
  } else {
    inline_template('<%= @arg.to_s %>')
  }
}
