define a::d(Integer $p) {
 }