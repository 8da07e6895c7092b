# Returns the addresses of all interfaces except the loopback from legacy facts; false without legacy facts.
function ipaddresses(Any *$arguments) {
  $interfaces = getvar('interfaces')
  if $interfaces =~ Undef {
    false
  } else {
    $others = $interfaces.split(',').filter |$interface| { $interface !~ /lo/ }
    $addresses = $others.map |$interface| {
      [getvar("ipaddress_${interface}"), getvar("ipaddress6_${interface}")]
    }
    flatten($addresses).filter |$address| { $address }
  }
}
