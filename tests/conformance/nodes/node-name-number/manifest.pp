# Names may be numbers and have parts that are
node 1 { notify { 'one': } }
node 10.example.com { notify { 'ten': } }
node web.7.x { notify { 'web': } }
