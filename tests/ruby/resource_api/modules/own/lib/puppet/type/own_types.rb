# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'own_types',
  desc: 'Attributes of many data types.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    float: { type: 'Optional[Float]', desc: 'A float.' },
    number: { type: 'Optional[Numeric]', desc: 'A number.' },
    list: { type: 'Optional[Array[String]]', desc: 'A list.' },
    table: { type: 'Optional[Hash[String, Variant[Integer, String]]]', desc: 'A table.' },
    color: { type: 'Optional[Enum[red, green, blue]]', desc: 'A color.' },
    pattern: { type: 'Optional[Pattern[/\A[a-z,\/]+\Z/, /\A\d\z/]]', desc: 'A pattern.' },
    either: { type: 'Optional[Variant[Integer, Boolean, String, Array[Integer]]]', desc: 'One of several.' },
    struct: { type: 'Optional[Struct[{a => Integer, Optional[b] => String}]]', desc: 'A struct.' },
    tuple: { type: 'Optional[Tuple[String, Integer]]', desc: 'A tuple.' },
    anything: { type: 'Optional[Any]', desc: 'Anything.' },
    bool: { type: 'Optional[Boolean]', desc: 'A boolean.' },
  },
)
