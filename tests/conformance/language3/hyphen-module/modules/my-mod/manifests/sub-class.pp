class my-mod::sub-class { notify { 'sub': } }
