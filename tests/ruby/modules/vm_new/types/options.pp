# Options of the function vm_new::listen.
type Vm_new::Options = Struct[{ host => Optional[String[1]], Optional[tls] => Boolean }]
