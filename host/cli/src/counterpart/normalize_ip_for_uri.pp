# Returns addresses of IPv6 in brackets, as a URI has them, and anything else as it is.
function normalize_ip_for_uri(Any $address) {
  if $address =~ Array {
    $address.map |$one| { normalize_ip_for_uri($one) }
  } elsif $address =~ String and $address =~ /\A(?i:[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,7}|[0-9a-f:]*:(\d{1,3}\.){3}\d{1,3})\z/ {
    "[${address}]"
  } else {
    $address
  }
}
