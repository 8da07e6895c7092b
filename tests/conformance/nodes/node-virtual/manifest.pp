# A node block realizes what the top declared as virtual
@notify { 'v': message => 'v' }
node default { realize Notify['v']  Notify <| title == 'v' |> { message => 'w' } }
