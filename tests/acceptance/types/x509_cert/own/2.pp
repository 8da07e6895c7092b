X509_cert { template => '/srv/judge/acme.cnf' }
x509_cert { '/srv/judge/plain.crt': ensure => absent }
x509_cert { '/srv/judge/foreign.crt': ensure => present, private_key => '/srv/judge/plain.key', req_ext => true, force => true }
x509_request { '/srv/judge/plain.csr': ensure => absent }
