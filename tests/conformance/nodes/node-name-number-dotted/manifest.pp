# A number with a dot in a bare name
node 10.20.30.40 { notify { 'ip': } }
