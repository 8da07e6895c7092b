# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_secret',
  desc: 'A secret.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    password: { type: 'Optional[Sensitive[String]]', desc: 'The password.' },
    token: { type: 'Optional[String]', desc: 'A token.', sensitive: true },
    key: { type: 'Optional[Sensitive[String]]', desc: 'A key.', behaviour: :parameter },
  },
)
