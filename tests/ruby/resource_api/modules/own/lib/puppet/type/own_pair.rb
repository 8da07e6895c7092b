# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_pair',
  desc: 'Two namevars without patterns.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    first: { type: 'String', desc: 'The first.', behaviour: :namevar },
    second: { type: 'Integer', desc: 'The second.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
