# Fails for an invalid range of network identifiers, `FIRST:LAST`.
function validate_vni_ranges(Any *$arguments) {
  flatten([$arguments[0]]).each |$range| {
    if $range =~ Pattern[/^\d+:\d+$/] {
      $range =~ /^(\d+):(\d+)$/
      # A leading zero denotes an octal number.
      $first = Integer($1)
      $last = Integer($2)
      if $first > 16777215 or $last > 16777215 or $last < $first {
        fail('vni ranges are invalid.')
      }
    } elsif $range {
      fail('vni ranges are invalid.')
    }
  }
}
