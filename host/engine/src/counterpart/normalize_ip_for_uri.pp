# Returns addresses of IPv6 in brackets, as a URI has them, and anything else as it is.
function normalize_ip_for_uri(Any *$arguments) {
  $addresses = $arguments[0] ? {
    Array   => $arguments[0],
    default => $arguments,
  }
  $normalized = $addresses.map |$address| {
    if $address =~ String {
      inline_template('<%= IPAddr.new(@address).ipv6? && @address !~ /\[.+\]/ ? "[#{@address}]" : @address rescue @address %>')
    } else {
      $address
    }
  }
  if size($normalized) == 1 { $normalized[0] } else { $normalized }
}
