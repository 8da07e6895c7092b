# Returns Off for undef and texts that contain false, On for texts that contain true, and other values as strings.
function apache::bool2httpd(Any $arg) >> String {
  if $arg =~ Undef or $arg == false or ($arg =~ String and $arg =~ /(?i:false)/) {
    'Off'
  } elsif $arg == true or ($arg =~ String and $arg =~ /(?i:true)/) {
    'On'
  } else {
    inline_template('<%= @arg.to_s %>')
  }
}
