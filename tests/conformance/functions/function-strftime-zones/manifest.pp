# a given zone has no name
$t = Timestamp('2021-03-04T05:06:07')
notify { 'r': message => [
  $t.strftime('%Z'),
  $t.strftime('%Z|%z', 'UTC'),
  $t.strftime('%Z', ''),
  $t.strftime('%H %:z %::z %:::z', '+02:30'),
  $t.strftime('%:::z', '+02:00'),
] }
