# hiera_include without a value
hiera_include('x')
