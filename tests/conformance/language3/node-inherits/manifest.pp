# A node block evaluates the one that it inherits from first, and sees its variables
node 'base' { $ntp = 'time.example.com'  notify { 'base': message => $ntp } }
node 'www.example.com' inherits 'base' { notify { 'www': message => $ntp } }
