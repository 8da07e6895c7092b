x509_cert { '/tmp/case/root/a.crt': private_key => '/tmp/case/root/a.key', template => '/tmp/case/root/a.cnf', days => 10, force => false }
x509_cert { '/tmp/case/root/there.crt': ensure => absent }
x509_request { '/tmp/case/root/a.csr': private_key => '/tmp/case/root/a.key', template => '/tmp/case/root/a.cnf', password => 'pw', force => false }
