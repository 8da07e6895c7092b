# extra
include apache
apache::vhost { 'v': port => 80 }
include apache::mod::ssl
notify { 'f': message => apache::fn(1) }
notify { 't': message => 80 =~ Apache::Port }
