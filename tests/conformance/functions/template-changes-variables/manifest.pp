# What a template does to a value is seen by all that have the same value, which a resource never has with its declaration.
$a = ['x']
$b = $a
notify { 'before': message => $a }
$t1 = inline_template("<% @a << 'y' %>")
notice("1: ${a} ${b}")
notify { 'after': message => $a }
$h = {'k' => ['v'], 'l' => $a}
$t2 = inline_template("<% @h['k'] << 'w'; @h['n'] = 1; @a << 'z' %><%= @h %>")
notice("2: ${h} ${a} ${t2}")
$u = "made ${a}"
$t3 = inline_template("<% @u.upcase! %>")
notice("3: ${u}")
define d($aliases, $unset = ['default']) {
  $t = inline_template("<% @aliases << 'add'; @unset << 'more' %>")
  notify { "d ${title}": message => $aliases }
  notice("4: ${aliases} ${unset}")
}
$outer = ['o']
d { 'one': aliases => $outer }
d { 'two': aliases => $outer }
class c($p = ['default']) {
  $own = ['own']
  $t = inline_template("<% @p << 'add' %>")
  notify { 'c': message => $p }
}
include c
$t4 = inline_template("<% scope['c::own'] << 'from outside' %>")
notice("5: ${c::own}")
notify { 'outer': message => $outer }
$x = [[1], [2]]
$y = $x[0]
$t5 = inline_template("<% @y << 9 %>")
notice("6: ${x} ${y}")
$m = $x.map |$e| { $e }
$t6 = inline_template("<% @m[0] << 8 %>")
notice("7: ${x} ${m}")
$w = $a + ['q']
$t7 = inline_template("<% @a.clear %>")
notice("8: ${w} ${a}")
$hh = {'a' => {'b' => 'c'}}
$t8 = inline_template("<% @hh['a'].delete('b'); @hh['a']['c'] = 'd'; @hh['a']['d'] = nil %>")
notice("9: ${hh}")
$aa = ['1']
$t9 = inline_template("<% @aa = ['other'] %><% @aa << 'x' %>")
notice("10: ${aa}")
$r = ['r']
$t10 = inline_template("<% q = @r; q.push('s'); @r.map! { |e| e + '!' }; @r.sort!.reverse! %>")
notice("11: ${r}")
notice(inline_template("<% @r << 't' %><%= scope.lookupvar('r') %><%= scope['::r'] %><%= @b.equal?(@a) %>"))
[1, 2].each |$i| {
  $local = [$i]
  $t11 = inline_template("<% @local << 'l'; @r << @i %>")
  notice("12: ${local}")
}
notice("13: ${r}")
