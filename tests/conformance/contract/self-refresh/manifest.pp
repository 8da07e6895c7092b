# A change of the resource refreshes the resource itself
echoing { 'a': sound => 'dong' }
echoing { 'b': sound => 'ding' }
echoing { 'new': ensure => present }
