# A heredoc as the name of a node
node @(END) { notify { 'w': } }
  a.b
  |-END
