import 'b.pp'
notify { 'a': }
