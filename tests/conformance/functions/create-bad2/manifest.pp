# extra
create_resources('notify', [])
