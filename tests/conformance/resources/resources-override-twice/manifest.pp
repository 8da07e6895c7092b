# An attribute twice in one override
notify { 'a': }
Notify['a'] {
  message => 1,
  message => 2,
}
