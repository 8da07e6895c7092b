# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_trigger',
  desc: 'A type without properties.',
  features: ['custom_insync'],
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    wanted: { type: 'Array[String]', desc: 'Lines that must exist.', behaviour: :parameter },
  },
)
