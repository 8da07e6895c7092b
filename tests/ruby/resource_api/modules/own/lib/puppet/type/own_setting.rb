# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_setting',
  desc: 'Settings that always exist.',
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    value: { type: 'Variant[String, Integer, Boolean]', desc: 'The value.' },
    unit: { type: 'Optional[String]', desc: 'The unit.' },
  },
)
