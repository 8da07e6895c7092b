node 'www.example.com' { notify { 'www': } }
