# Parts of the domain are taken off one by one, the longest name first
node 'www' { notify { 'shortest': } }
node 'www.dc1' { notify { 'shorter': } }
node 'www.dc1.example' { notify { 'long': } }
