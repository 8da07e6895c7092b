# extra
notify { 'r': message => ['a' < 'B', 'a' == 'A', 1 == 1.0, '1' == 1, [1,'A'] == [1,'a'], {a=>'X'} == {a=>'x'}, 'b' in 'abc', 'B' in ['a','b'], 'a' in {A=>1}, 3 in [1,2,3], undef == '', Integer < Numeric, Integer[1,2] <= Integer, 1 =~ Integer, 'x' !~ /y/, 'a' =~ 'A', 'abc' =~ 'B', /a/ == /a/] }
