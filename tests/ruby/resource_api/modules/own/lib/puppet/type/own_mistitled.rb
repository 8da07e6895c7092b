# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_mistitled',
  desc: 'Two namevars in the title.',
  title_patterns: [
    { pattern: %r{^(?<package>.*[^-])-(?<manager>.*)$}, desc: 'Both, with a hyphen.' },
    { pattern: %r{^(?<package>.*)$}, desc: 'The package only.' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    package: { type: 'String', desc: 'The package.', behaviour: :namevar },
    manager: { type: 'String', desc: 'The manager.', behaviour: :namevar },
    version: { type: 'Optional[String]', desc: 'The version.' },
  },
)
