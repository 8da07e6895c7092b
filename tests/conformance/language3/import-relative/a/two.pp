import '../b/inner.pp'
notify { 'two': }
