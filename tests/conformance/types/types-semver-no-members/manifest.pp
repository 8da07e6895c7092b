# A SemVer has no members
notify { 'r': message => [SemVer('1.2.3').major] }
