# extra
@notify { 'a': message => 'm1', tag => ['x','y'] }
@notify { 'b': message => ['m1','m2'] }
@notify { 'c': withpath => true }
@notify { 'D': message => 5 }
class kk { @notify { 'e': message => 'M1' } }
include kk
Notify <| message == 'm1' and tag != 'zz' |>
Notify <| title == 'd' or (withpath == true and title != 'a') |>
