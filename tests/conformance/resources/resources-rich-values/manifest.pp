# Rich values in an attribute
notify { 'a': message => [Timestamp(0), Timespan(90), SemVer('1.2.3'), SemVerRange('>=1.0.0'), URI('http://x'), Binary('YQ=='), /re/] }
