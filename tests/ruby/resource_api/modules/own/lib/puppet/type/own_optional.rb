# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_optional',
  desc: 'The presence is optional.',
  attributes: {
    ensure: { type: 'Optional[Enum[present, absent]]', desc: 'Whether it exists.' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
