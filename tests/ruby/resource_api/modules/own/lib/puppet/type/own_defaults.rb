# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_defaults',
  desc: 'Defaults.',
  features: ['strange'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    list: { type: 'Array[String]', desc: 'A list.', default: ['a'] },
    table: { type: 'Hash', desc: 'A table.', default: { 'k' => [1] } },
    yes: { type: 'Boolean', desc: 'True.', default: true },
    no: { type: 'Boolean', desc: 'False.', default: false },
    bad: { type: 'Optional[Integer]' },
  },
)
