# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_filter',
  desc: 'The provider returns the requested resources.',
  features: ['simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
