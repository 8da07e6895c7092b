class m(
  Integer $a,
  String  $b = 5,
) {
  notify { 'a': }
}
