function m::more($options, $context) {
  $data = yaml_data($options, $context)
  $data + { 'a' => $data['a'] + 1 }
}
