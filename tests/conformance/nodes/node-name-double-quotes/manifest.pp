# Double quotes without variables are fine
node "a.example.com" { notify { 'w': } }
