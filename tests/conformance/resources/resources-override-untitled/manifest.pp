# An override of a type without a title
Notify { message => 1 }
Resource[notify] { message => 3 }
notify {a:}
