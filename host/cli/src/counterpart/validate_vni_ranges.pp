# Fails for a range of network identifiers, `FIRST:LAST`, that is none.
function validate_vni_ranges(Any *$arguments) {
  flatten([$arguments[0]]).each |$range| {
    if $range =~ Pattern[/^\d+:\d+$/] {
      $range =~ /^(\d+):(\d+)$/
      $first = Integer($1, 10)
      $last = Integer($2, 10)
      if $first > 16777215 or $last > 16777215 or $last < $first {
        fail('vni ranges are invalid.')
      }
    } elsif $range {
      fail('vni ranges are invalid.')
    }
  }
}
