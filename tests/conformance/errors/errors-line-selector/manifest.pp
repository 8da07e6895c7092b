# The line of a selector without a match
case 'a' {
  'b': { }
  default: {
    $r = 'a' ? {
      'b' => 1,
    }
  }
}
