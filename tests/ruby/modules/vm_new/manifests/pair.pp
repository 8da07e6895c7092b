# A defined type that uses functions of both APIs.
define vm_new::pair(String $value = 'v') {
  $here = [vm_new::calling_scope('title'), vm_new::calling_scope('name'), vm_new::calling_scope('value')]
  $old = vm_old_variables('title', 'value')
  notify { "pair ${title}": message => "${here} ${old}" }
}
