# In a noop run a refresh of the resource itself is announced
echoing { 'a': sound => 'dong' }
