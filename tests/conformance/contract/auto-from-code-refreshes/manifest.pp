# Of the relations that code finds, notify and subscribe refresh, require and before do not
linkedbell { 'x': sound => 'dong', spec => 'r:one,b:two,n:three,s:four' }
linkedbell { ['four', 'three', 'two', 'one']: sound => 'dong' }
