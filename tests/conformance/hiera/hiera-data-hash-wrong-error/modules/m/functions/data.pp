function m::data($options, $context) { 'text' }
