# Results of several kinds.
Puppet::Parser::Functions.newfunction(:vm_old_give, type: :rvalue, arity: 1) do |args|
  case args[0]
  when 'nil' then nil
  when 'undef' then :undef
  when 'default' then :default
  when 'symbol' then :other
  when 'nested' then [:undef, nil, '', { 'a' => :undef, 'b' => nil, :c => :other }]
  when 'large' then 2**64
  when 'float' then 2.5
  when 'nan' then Float::NAN
  when 'regexp' then /a.b/
  when 'type' then Puppet::Pops::Types::TypeFactory.integer
  when 'resource' then Puppet::Resource.new('File', '/x')
  when 'range' then (1..3)
  when 'object' then Object
  when 'bytes' then [255].pack('C')
  when 'sensitive' then Puppet::Pops::Types::PSensitiveType::Sensitive.new('hidden')
  when 'empty' then ''
  when 'bool' then true
  when 'time' then Time.at(0)
  end
end
