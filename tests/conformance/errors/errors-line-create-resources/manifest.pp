# The line of an unknown attribute from create_resources
create_resources('notify', {
  'a' => { 'message' => 1 },
  'b' => { 'nope' => 1 },
})
