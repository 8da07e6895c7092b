# All parts of URIs of several kinds
notify { 'r': message => [[URI('http://h').port, URI('http://h:8080/p').port, URI('foo://h').port, URI('mailto:x@y').opaque, URI('/a/b').path, URI('http://h').path, URI('http://h?q').query, URI('http://h#f').fragment, URI('mailto:x@y').host, URI('https://h').port]] }
