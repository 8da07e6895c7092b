# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_symbols',
  desc: 'The provider returns symbols.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
    color: { type: 'Optional[Enum[red, green]]', desc: 'A color.' },
    list: { type: 'Optional[Array[String]]', desc: 'A list.' },
    table: { type: 'Optional[Hash[String, Integer]]', desc: 'A table.' },
    flag: { type: 'Optional[Boolean]', desc: 'A flag.' },
    any: { type: 'Optional[Any]', desc: 'Anything.' },
    either: { type: 'Optional[Variant[Integer, String]]', desc: 'One of two.' },
  },
)
