import 'two.pp'
notify { 'one': }
