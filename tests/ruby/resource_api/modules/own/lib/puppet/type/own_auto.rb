# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_auto',
  desc: 'Automatic relationships.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    path: { type: 'Optional[String]', desc: 'A path.' },
    users: { type: 'Optional[Array[String]]', desc: 'Users.', behaviour: :parameter },
  },
  autorequire: { file: '$path', Own_simple: ['base', '$users'], package: 'none' },
  autobefore: { own_setting: '$name' },
  autonotify: { own_optional: ['n1', 'n2'] },
  autosubscribe: { own_init: 's1' },
)
