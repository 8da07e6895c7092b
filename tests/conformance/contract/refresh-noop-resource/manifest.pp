# A resource that is noop is not refreshed
bell { 'a': sound => 'dong' }
~> bell { 'b': noop => true }
