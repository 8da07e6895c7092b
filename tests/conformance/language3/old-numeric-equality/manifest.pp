# A string that looks like a number equals the number, and another such string
notify { 'r': message => ['1' == 1, '1' == '01', 10 == '10', '010' == 8, '1' != 1, '0x10' == 16, 'a' == 1, '1.0' == 1, 'A' == 'a'] }
