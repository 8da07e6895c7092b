# In a noop run refreshes are only announced, and travel all the same
bell { 'a': sound => 'dong' }
~> bell { 'b': }
~> bell { 'c': }
