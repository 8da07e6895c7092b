# extra
class c(Integer $a, String $b = "v$a", Optional[String] $c = undef, $d = $b, Array[Integer] *$e) { }
