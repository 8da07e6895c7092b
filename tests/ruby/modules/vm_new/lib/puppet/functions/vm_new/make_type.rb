# Builds types by the factory.
Puppet::Functions.create_function(:'vm_new::make_type') do
  dispatch :make do
    param 'String', :kind
  end

  def make(kind)
    factory = Puppet::Pops::Types::TypeFactory
    case kind
    when 'list' then factory.array_of(factory.integer)
    when 'map' then factory.hash_of(factory.string, factory.range(0, 5))
    when 'choice' then factory.variant(factory.boolean, factory.enum('a', 'b'))
    when 'maybe' then factory.optional(factory.string)
    when 'struct' then factory.struct('a' => factory.any, 'b' => factory.float)
    when 'tuple' then factory.tuple([factory.undef, factory.numeric])
    when 'type' then factory.type_type(factory.scalar)
    when 'resource' then factory.resource('file', '/tmp/x')
    when 'pattern' then factory.pattern('a.c')
    when 'sensitive' then factory.sensitive(factory.string)
    when 'callable' then factory.callable(factory.string, 1, 2)
    end
  end
end
