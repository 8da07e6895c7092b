# extra
stage { 'pre': before => Stage['main'] }
class a { include b notify { 'a': } }
class b { notify { 'b': } }
class { 'a': stage => 'pre' }
