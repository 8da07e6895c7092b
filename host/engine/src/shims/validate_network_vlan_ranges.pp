# Fails for an invalid range of VLANs, `NETWORK:FIRST:LAST`.
function validate_network_vlan_ranges(Any *$arguments) {
  flatten([$arguments[0]]).each |$range| {
    if $range =~ Pattern[/^(.+:)?\d+:\d+$/] {
      $range =~ /^(.+:)?(\d+):(\d+)$/
      # A leading zero denotes an octal number.
      $first = Integer($2)
      $last = Integer($3)
      if $first > 4094 or $last > 4094 {
        fail('vlan id are invalid.')
      }
      if $last < $first {
        fail('network vlan ranges are invalid.')
      }
    } elsif $range and $range !~ Pattern[/^[^:]+(:\d+)?$/, /^(:\d+)?$/] {
      fail('network vlan ranges are invalid.')
    }
  }
}
