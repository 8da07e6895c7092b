# A hyphenated bare name with dots is a syntax error
node web-1.example.com { notify { 'w': } }
