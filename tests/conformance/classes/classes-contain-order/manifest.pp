# contain puts a class inside, relationships to the outer one hold for it
class inner { notify { 'i': } }
class outer { contain inner notify { 'o': } }
notify { 'after': require => Class['outer'] }
include outer
