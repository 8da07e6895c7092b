# A refresh that fails is the resource's failure, and its dependents are skipped
bell { 'a': sound => 'dong' }
~> bell { 'broken': }
~> bell { 'c': }
