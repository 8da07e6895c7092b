import 'a.pp'
notify { 'b': }
