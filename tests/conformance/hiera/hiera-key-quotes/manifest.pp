# Quotes keep dots in a segment
notify { 'r': message => [lookup("'a.b'.c"), lookup('"a.b".c'), lookup('l.0.x'), lookup('l.-1', undef, undef, 'neg'), lookup('l.7', undef, undef, 'far')] }
