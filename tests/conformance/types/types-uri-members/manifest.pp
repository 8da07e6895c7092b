# The parts of a URI can be asked for
notice(URI('http://u@h:8/p?q#f'), URI('http://h').host, URI('http://h:8').port, URI({scheme=>'http',host=>'x'}), URI('http://h/a').path, URI('http://h') + 'b')
