# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_canon_bad',
  desc: 'The provider does not return canonical values.',
  features: ['canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
