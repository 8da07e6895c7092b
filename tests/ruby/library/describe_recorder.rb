# frozen_string_literal: true

# Writes the descriptions of all types of a set, made with real Puppet: ruby tests/ruby/library/describe_recorder.rb SET
# Types of the Resource API are included if RUBYLIB has the directory of its library.
require_relative 'sets'
require 'puppet'
require 'json'

set = ARGV[0]
Puppet.initialize_settings(['--vardir', '/tmp/real-var', '--confdir', '/tmp/real-conf', '--modulepath', '/nonexistent'])
$LOAD_PATH.unshift(*Sets.paths(set))
Puppet::Util::Log.level = :err

def source(regexp) = (regexp.options & 7).zero? ? regexp.source : regexp.to_s

def plain(value)
  case value
  when :undef then nil
  when nil, true, false, Integer, Float, String then value
  when Array then value.map { |one| plain(one) }
  when Hash then value.to_h { |key, one| [plain(key).to_s, plain(one)] }
  else value.to_s
  end
end

def default(attribute)
  return nil unless attribute.method_defined?(:default)

  method = attribute.instance_method(:default)
  return { 'computed' => true } unless method.source_location[0].end_with?('puppet/parameter.rb')

  { 'constant' => plain(method.bind_call(attribute.allocate)) }
end

def attribute(type, name)
  it = type.attrclass(name)
  values = it.value_collection.instance_variable_get(:@strings)
  { 'name' => name.to_s, 'kind' => type.validproperty?(name) ? 'property' : 'parameter', 'is_namevar' => type.key_attributes.include?(name),
    'doc' => it.doc.rstrip, 'values' => values.map { |one| one.name.to_s },
    'patterns' => it.value_collection.instance_variable_get(:@regexes).map { |one| source(one.name) },
    'aliases' => values.flat_map { |one| one.aliases.map { |other| [other.to_s, one.name.to_s] } }.to_h, 'default' => default(it),
    'array_matching' => type.validproperty?(name) && it <= Puppet::Property ? it.array_matching.to_s : nil, 'is_required' => it.required? ? true : false,
    'is_sensitive' => it.method_defined?(:is_sensitive), 'required_features' => Array(it.required_features).map(&:to_s) }
end

def patterns(type)
  found = type.title_patterns or return nil
  return 'computed' if found.any? { |_, parts| parts.any? { |_, convert| convert } }

  found.map { |pattern, parts| [source(pattern), parts.map { |name, _| name.to_s }] }
rescue StandardError => e
  "error #{e.message}"
end

HOOKS = %i[validate generate eval_generate refresh pre_run_check flush retrieve insync? exists? create destroy initialize post_compile
           set_sensitive_parameters].freeze

def hooks(type)
  own = HOOKS.select do |name|
    (type.method_defined?(name) || type.private_method_defined?(name)) && ![Puppet::Type, Kernel, Object].include?(type.instance_method(name).owner)
  end
  own << :instances if type.method(:instances).owner != Puppet::Type.singleton_class
  { autorequire: :@autorequires, autobefore: :@autobefores, autosubscribe: :@autosubscribes, autonotify: :@autonotifies }.each do |name, variable|
    own << name if (type.instance_variable_get(variable) || {}).any?
  end
  own.map(&:to_s)
end

def describe(type)
  { 'name' => type.name.to_s, 'doc' => type.doc, 'attributes' => (type.allattrs - type.metaparams).map { |name| attribute(type, name) },
    'features' => type.features.map { |name| { 'name' => name.to_s, 'doc' => Puppet::Util::Docs.scrub(type.provider_feature(name).docs.to_s) } },
    'title_patterns' => patterns(type), 'providers' => type.providers.map(&:to_s),
    'ensurable' => type.validproperty?(:ensure) ? true : false, 'hooks' => hooks(type), 'self_refresh' => type.self_refresh ? true : false,
    'isomorphic' => type.isomorphic? ? true : false, 'apply_to' => type.apply_to.to_s }
end

result = Sets.files(set).to_h do |file|
  name = File.basename(file, '.rb')
  key = file.delete_prefix("#{Sets::ROOTS.fetch(set)}/")
  begin
    type = Puppet::Type.type(name.to_sym)
    [key, type ? describe(type) : 'no type']
  rescue StandardError, ScriptError => e
    [key, "error #{e.class}: #{e.message}"]
  end
end
File.write(Sets.descriptions(set), JSON.generate(result).gsub(/\},\{"name"/, "},\n{\"name\"") + "\n")
puts "#{result.count { |_, one| one.is_a?(Hash) }} of #{result.size} types"
result.each { |file, one| puts "#{file}: #{one}" unless one.is_a?(Hash) }
