# hiera_include with a default, an empty list, and several classes
class a { } class b { } class d { }
hiera_include('classes')
hiera_include('none', ['d'])
hiera_include('empty')
