# A refresh travels from a to b to c, though only a has changed
bell { 'a': sound => 'dong' }
~> bell { 'b': sound => 'ding' }
~> bell { 'c': sound => 'ding' }
