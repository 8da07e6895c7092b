define a() { b { "${title}x": } }
define b() {
  a { "${title}y": }
}
a { 'first': }
