# create_resources does not take undef for attributes
create_resources(notify, {a=>undef})
