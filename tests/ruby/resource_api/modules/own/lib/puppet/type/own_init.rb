# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_init',
  desc: 'Attributes that cannot be changed.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    image: { type: 'Optional[String]', desc: 'The image.', behaviour: :init_only },
    text: { type: 'Optional[String]', desc: 'A text.' },
  },
)
