# A port number.
type Vm_new::Port = Integer[1, 65535]
