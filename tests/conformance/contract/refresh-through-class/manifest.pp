# A refresh goes into a class and out of it
class inner { bell { 'in': } }
bell { 'a': sound => 'dong' } ~> Class['inner'] ~> bell { 'b': }
include inner
