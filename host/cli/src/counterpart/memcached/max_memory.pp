# Returns so many MiB: what is asked for, or that share of the machine's memory.
function memcached::max_memory(Any $arg) >> Integer {
  $wanted = $arg ? {
    Undef   => '95%',
    false   => '95%',
    default => String($arg),
  }
  if $wanted !~ /%\z/ {
    $wanted ? {
      /\A\s*([+-]?\d+)/ => Integer($1, 10),
      default           => 0,
    }
  } else {
    $share = $wanted ? {
      /\A\s*(\d+(\.\d+)?)/ => Float($1),
      default              => 0.0,
    }
    $facts['memorysize'] =~ /([0-9.e+-]*)\s*([^bB]?)/
    $number = Float($1)
    $factor = $2 ? {
      ''      => 1,
      /\Ak\z/ => 1024,
      /\AM\z/ => 1048576,
      /\AG\z/ => 1073741824,
      /\AT\z/ => 1099511627776,
      /\AE\z/ => 1152921504606846976,
      default => fail("memcached_max_memory(): Unknown prefix ${2}"),
    }
    Integer(floor((Integer($number * $factor) / 1048576) * ($share / 100.0)))
  }
}
