# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_noop',
  desc: 'The provider knows runs without changes.',
  features: ['supports_noop'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
