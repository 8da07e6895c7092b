include web
class { 'web': }
