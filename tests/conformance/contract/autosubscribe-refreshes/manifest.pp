# An automatic subscription refreshes
bell { 'b': listens => 'a' }
bell { 'a': sound => 'dong' }
