# A bare name that begins with digits and a dot
node 10.example.com { notify { 'ten': } }
