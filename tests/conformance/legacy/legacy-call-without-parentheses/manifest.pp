# Only some functions are called without parentheses
create_resources notify, { 'a' => { } }
