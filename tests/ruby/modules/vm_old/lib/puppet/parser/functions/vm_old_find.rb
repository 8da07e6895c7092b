# Finds resources by findresource and in the catalogue.
module Puppet::Parser::Functions
  newfunction(:vm_old_find, :type => :rvalue, :arity => 2) do |args|
    reference = "#{args[0]}[#{args[1]}]"
    by_name = findresource(reference)
    by_catalog = catalog.resource(args[0], args[1])
    compared = [by_name.nil?, by_catalog.nil?, by_name.equal?(by_catalog)]
    by_name ? compared + [by_name.to_s, by_name[:mode], by_name.type, by_name.title, by_name.to_hash.size] : compared
  end
end
