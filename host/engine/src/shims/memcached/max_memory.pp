# Returns a memory size in MiB: the given number, or the given percentage of the system's memory.
function memcached::max_memory(Any $arg) >> Integer {
  $wanted = $arg ? {
    Undef   => '95%',
    false   => '95%',
    default => inline_template('<%= @arg.to_s %>'),
  }
  if $wanted !~ /%\z/ {
    Integer(inline_template('<%= @wanted.to_i %>'))
  } else {
    $share = Float(inline_template('<%= @wanted.to_f %>'))
    $facts['memorysize'] =~ /([0-9.e+-]*)\s*([^bB]?)/
    $factor = $2 ? {
      ''      => 1,
      /\Ak\z/ => 1024,
      /\AM\z/ => 1048576,
      /\AG\z/ => 1073741824,
      /\AT\z/ => 1099511627776,
      /\AE\z/ => 1125899906842624,
      default => fail("memcached_max_memory(): Unknown prefix ${2}"),
    }
    $number = $1
    $bytes = Integer(Float(inline_template('<%= @number.to_f %>')) * $factor)
    Integer(floor(($bytes / 1048576) * ($share / 100.0)))
  }
}
