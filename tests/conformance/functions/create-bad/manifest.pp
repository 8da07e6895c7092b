# extra
create_resources('nosuch', { 'a' => {} })
