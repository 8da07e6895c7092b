# Fails for an invalid range of tunnels, `FIRST:LAST`.
function validate_tunnel_id_ranges(Any *$arguments) {
  flatten([$arguments[0]]).each |$range| {
    if $range =~ Pattern[/^\d+:\d+$/] {
      $range =~ /^(\d+):(\d+)$/
      # A leading zero denotes an octal number.
      $first = Integer($1)
      $last = Integer($2)
      if $last - $first > 1000000 {
        fail('tunnel id ranges are to large.')
      }
      if $last < $first {
        fail('tunnel id ranges are invalid.')
      }
    } elsif $range {
      fail('tunnel id ranges are invalid.')
    }
  }
}
