# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_canon',
  desc: 'Values with a canonical form.',
  features: ['canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    list: { type: 'Optional[Array[String]]', desc: 'A list in any order.' },
    mode: { type: 'Optional[Variant[String, Integer]]', desc: 'A mode.' },
  },
)
