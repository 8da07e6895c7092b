function m::data($options, $context) { { 'h' => 'from hash' } }
