# times and spans equal numbers, not the other way round
notify { 'r': message => [
  Timespan(10) == 10,
  10 == Timespan(10),
  Timespan(1.5) == 1.5,
  Timestamp(5) == 5,
  Timespan(10) == '10',
  Timespan(10) != 11,
] }
