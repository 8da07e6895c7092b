# A type that has no refresh does not pass one on
bell { 'a': sound => 'dong' }
~> silent { 'b': sound => 'ding' }
~> bell { 'c': }
