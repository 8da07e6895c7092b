# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_params',
  docs: 'Mandatory attributes.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    target: { type: 'String', desc: 'The target.', behaviour: :parameter },
    force: { type: 'Boolean', desc: 'Whether to force.', behaviour: :parameter, default: true },
    source: { type: 'Optional[String]', desc: 'The source.', behaviour: :parameter },
    text: { type: 'String', desc: 'A text.' },
    size: { type: 'Integer', desc: 'A size.' },
  },
)
