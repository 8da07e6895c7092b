# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_insync',
  desc: 'The provider compares values.',
  features: ['custom_insync'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text in any case.' },
    list: { type: 'Optional[Array[String]]', desc: 'A list in any order.' },
    other: { type: 'Optional[String]', desc: 'Compared as usual.' },
    wrong: { type: 'Optional[String]', desc: 'The comparison returns a text.' },
    level: { type: 'Optional[Integer]', desc: 'A minimum.' },
  },
)
