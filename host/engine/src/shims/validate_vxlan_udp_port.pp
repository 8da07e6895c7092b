# Fails for a port that is neither the registered VXLAN port nor a private port.
function validate_vxlan_udp_port(Any *$arguments) {
  $port = Integer($arguments[0])
  if $port != 4789 and ($port <= 49151 or $port > 65535) {
    fail('vxlan udp port is invalid.')
  }
}
