# Facts at the top are seen in classes
class c { notify { 'r': message => [$::kernel, $kernel, $::facts['kernel']] } }
include c
