# A fault inside a node block
node default {
  fail('no')
}
