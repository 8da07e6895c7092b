function foo::f( {
}