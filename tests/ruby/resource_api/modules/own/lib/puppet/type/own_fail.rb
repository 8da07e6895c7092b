# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_fail',
  desc: 'The provider fails.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    how: { type: 'Enum[raise, creating, processing, failed, simple]', desc: 'How it fails.', behaviour: :parameter },
  },
)
