apt_key { '58daf004a34ffcd240c57887830d653866cb3697':
  ensure  => present,
  content => @(KEY),
    -----BEGIN PGP PUBLIC KEY BLOCK-----

    mDMEawpmLBYJKwYBBAHaRw8BAQdAbgAJRa+DrXGxZ1mzVfqrjLe8TcCvD7vRQgf0
    qCiVMFu0HUp1ZGdlIE9uZSA8anVkZ2VAZXhhbXBsZS5jb20+iJAEExYIADgWIQRY
    2vAEo0/80kDFeIeDDWU4Zss2lwUCawpmLAIbAwULCQgHAgYVCgkICwIEFgIDAQIe
    AQIXgAAKCRCDDWU4Zss2lxzYAQCyuAw0sw/dXxvN53in/hKKrXV9THK8JxvpXjnY
    6u9GhAD9G1FStxLeXo3MarNGicVrT81QQ9W2BJTN9DOujNA3lQ0=
    =Hh30
    -----END PGP PUBLIC KEY BLOCK-----
    | KEY
}
apt_key { 'local':
  ensure => present,
  id     => '0x424B88B2AE8EC466E43265B068CC387F50FEC870',
  source => '/srv/two.asc',
}
apt_key { '67AD3F0913CADD8FE6301402F9699A2F187512D1':
  ensure  => present,
  source  => 'http://localhost:18474/three.asc',
  refresh => true,
}
