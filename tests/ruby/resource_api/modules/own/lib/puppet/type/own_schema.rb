# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_schema',
  desc: 'The provider returns wrong values.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    size: { type: 'Integer', desc: 'A size.', default: 1 },
    list: { type: 'Optional[Array[Integer]]', desc: 'A list.' },
    token: { type: 'Optional[String]', desc: 'A token.', sensitive: true },
  },
)
