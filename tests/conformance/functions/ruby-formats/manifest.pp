# Floats, quoting, dates, symbols, binary values and nesting in the formats of Ruby.
$floats = [1e15, 1.0e16, 123456789012345680.0, 1e-4, 1.5e-5, 0.1, -0.0, 100.0, 1e22, 1.7976931348623157e308]
notice($floats)
notice(Float[1e15], Float[1.0e-5, 1e16])
$negative = -1e20
notice("${floats[0]} ${floats[4]} ${negative}")
notice(String(1e15), String(1e15, '%f'), String(1.0e-5, '%g'), String(1e15, '%p'))
$floats.each |$float| { notice(sprintf('%s %p %d %x %e %g %a', $float, $float, $float, $float, $float, $float, $float)) }
notice(to_yaml($floats))
notice(to_json($floats))
notice(to_json_pretty({ 'a' => 1e15, 'b' => [], 'c' => {}, 'd' => [1.5, { 'e' => undef }] }))
$texts = [
  '', ' ', '~', 'null', 'yes', 'No', 'y', 'N', 'on', '0', '0o7', '089', '0x1F', '0b11', '1_000', '1,000', '1e3', '1.0e+3', '1.', '.5', '.inf', '-.INF',
  '.nan', '1:30', '1:30:15.5', '2021-02-28', '2021-02-29', '2021-13-01', '2021-01-01 10:00:00', '2021-01-01T25:00:00Z', ':sym', '::a', ':', '-', '- a', '?',
  'a: b', 'a:', 'a #b', '#a', "it's", '"q"', '%a', '@a', '`a', '!a', '&a', '*a', '|', '>', '{a}', '[a]', 'a, b', '<<', '=', "a\nb", "a\n", "\n", "a\n\n",
  "a\tb", " a", "a ", 'é', '½', "\u{1f600}", "\u{85}", "\u{1b}[0m", '/path', 'C:\\dir', 'null ', 'word word word word word word word word word word word word word word word word word',
]
notice(to_yaml($texts))
notice(to_yaml({ 'default' => default, 'regexp' => /a.b/, 1 => 2, undef => 3, true => false, [1, 2] => { 'x' => [[], {}, [[1]]] } }))
notice(to_json($texts))
notice(parseyaml("a: 1e15\nb: 1.0e+15\nc: 0o17\nd: 017\ne: 1:30:15\nf: ~\ng: yes\nh: '1'\ni: [1, {j: .inf}]\n"))
