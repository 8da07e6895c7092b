# Returns IPv6 addresses in brackets, as in a URI, and other values unchanged.
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
