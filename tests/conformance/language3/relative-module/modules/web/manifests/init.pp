class web { include package, service  vhost { 'v': } }
