# A class whose values come from the backends in Ruby; the function sees its variables only by the injected scope.
class vm_new(Vm_new::Port $port = 1, Array $names = []) {
  $inner = 'inner value'
  $seen = vm_new::calling_scope('inner')
  $closed = vm_new::variables('inner')[0]
  $module = vm_new::calling_scope('module_name')
  file { '/vm_new': ensure => directory, mode => '0700' }
  $titles = vm_new::catalog('File')
}
