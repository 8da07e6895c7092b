# create_resources takes hashes of attributes
create_resources(notify, {a=>1})
