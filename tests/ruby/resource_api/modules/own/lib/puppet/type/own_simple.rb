# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_simple',
  desc: <<-DESC,
    A simple type.

      own_simple { 'x': }
  DESC
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
    count: { type: 'Integer[0, 100]', desc: 'A number.', default: 1 },
    flag: { type: 'Boolean', desc: 'A flag.', default: false },
  },
)
