# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_readonly',
  desc: 'Attributes that only the provider sets.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    checksum: { type: 'String', desc: 'The checksum.', behavior: :read_only },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
