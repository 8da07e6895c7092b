# A function in the Puppet language that calls a Ruby function; its variables are local.
function vm_new::uses_ruby($value) {
  $local_text = "local ${value}"
  vm_new::variables('local_text')
}
