# Any function can be called as a statement without parentheses
$users = { 'a' => { 'message' => 'x' } }
create_resources notify, $users
define d() { }
create_resources 'd', { 'i' => { } }
notice 'a', "b"
include 'c', d_class
class c { }
class d_class { require c }
@notify { 'v': }
realize Notify['v'], Notify['a']
