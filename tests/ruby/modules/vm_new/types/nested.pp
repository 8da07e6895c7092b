# An alias that refers to itself.
type Vm_new::Nested = Variant[Vm_new::Port, Array[Vm_new::Nested]]
