X509_cert { template => '/srv/judge/acme.cnf' }
X509_request { template => '/srv/judge/acme.cnf' }
x509_cert { '/srv/judge/plain.crt': ensure => present, private_key => '/srv/judge/plain.key', days => 30, req_ext => true, force => true }
x509_cert { '/srv/judge/locked.crt': ensure => present, private_key => '/srv/judge/locked.key', password => 'sec ret', req_ext => true, force => true }
x509_cert { 'other': ensure => present, path => '/srv/judge/other.crt', private_key => '/srv/judge/plain.key', req_ext => true, force => true }
x509_cert { '/srv/judge/foreign.crt': ensure => present, private_key => '/srv/judge/plain.key', req_ext => true }
x509_request { '/srv/judge/plain.csr': ensure => present, private_key => '/srv/judge/plain.key' }
x509_request { '/srv/judge/locked.csr': ensure => present, private_key => '/srv/judge/locked.key', password => 'sec ret', force => true }
x509_request { '/srv/judge/other.csr': ensure => present, private_key => '/srv/judge/plain.key', force => true }
