class foo {
  notify { "x" 
}