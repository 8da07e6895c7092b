# import inside a class that is not included
class c {
  import 'a.pp' }
notify { 'x': }
