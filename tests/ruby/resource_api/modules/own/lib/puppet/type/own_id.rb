# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_id',
  desc: 'The namevar has another name.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    id: { type: 'Pattern[/\A[0-9A-F]+\z/]', desc: 'The number.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.', default: 'none' },
  },
)
