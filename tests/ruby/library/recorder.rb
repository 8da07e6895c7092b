# frozen_string_literal: true

# Records what real Puppet does with values of attributes: ruby tests/ruby/library/recorder.rb SET
# The own types go to expected.json, which also has the cases of own_cases.rb, other sets to a temporary directory. For each type: `title` and `base` (attributes with which a resource can be made), `results` (each once: an error as a
# String, or a Hash of the values that differ from the first result, null if they are missing) and `cases`: [title, attributes, result];
# attributes are nil for the base alone, [name, value] for the base and one more, {} for none.
require_relative 'sets'
require_relative 'cases'
require 'puppet'
require 'puppet/pops'
require 'puppet/property/list'
require 'puppet/property/keyvalue'
require 'puppet/pops/evaluator/deferred_resolver'
require 'set'
require 'timeout'

set = ARGV[0]
output = Sets.record(set)
Puppet.initialize_settings(['--vardir', '/tmp/real-var', '--confdir', '/tmp/real-conf', '--modulepath', '/nonexistent'])
$LOAD_PATH.unshift(*Sets.paths(set))
Puppet::Util::Log.level = :emerg

# Makes resources of a type and notes the results.
class Recorder
  def initialize(type)
    @type = type
    @results = {}
    @cases = []
  end

  def record
    title, values = find_base
    @first = result(title, values)[:values]
    add(title, nil, values)
    Cases::TITLES.each { |one| add(one, nil, values) }
    tested.each { |name| Cases.values(*allowed(name)).each { |value| add(title, [name.to_s, value], values.merge(name.to_s => value)) } }
    { 'title' => title, 'base' => values, 'relations' => (relations(make(title, values)) if @first), 'results' => @results.keys.map { |text| JSON.parse(text) }, 'cases' => @cases }
  end

  def add(title, shown, values)
    found = result(title, values)
    text = JSON.generate(found[:error] || Cases.difference(@first || {}, found[:values], @results.empty?))
    @results[text] ||= @results.length
    @cases << [title, shown, @results[text]]
  end

  # Records the cases of own_cases.rb for the type.
  def own
    OwnCases::LIST.select { |name, *| name == @type.name.to_s }.map do |_, title, values, probes|
      made = nil
      found = begin
        made = make(title, values)
        { 'values' => values_of(made) }
      rescue StandardError, ScriptError => e
        { 'error' => Cases.text(e.message), 'class' => e.class.name }
      end
      found['relations'] = relations(made) if made
      found['probes'] = OwnCases.probe(probes, made) if made
      { 'title' => title, 'attributes' => values, 'result' => found }
    end
  end

  def relations(made)
    %w[require before subscribe notify].flat_map do |kind|
      @type.enum_for(:"eachauto#{kind}").flat_map do |type, block|
        next [] unless Puppet::Type.type(type)

        [made.instance_eval(&block)].flatten.compact.map do |one|
          one.is_a?(Puppet::Type) ? [kind, one.type.to_s, one.title.to_s] : [kind, type.to_s, one.to_s]
        end
      end
    end
  rescue StandardError, ScriptError => e
    Cases.text(e.message)
  end

  def tested
    (@type.allattrs - @type.metaparams - [:provider]).select do |name|
      it = @type.attrclass(name)
      it.ancestors.take_while { |one| ![Puppet::Parameter, Puppet::Property].include?(one) }.any? do |one|
        (%i[unsafe_validate unsafe_munge munge validate should= value= should value] & one.instance_methods(false)).any?
      end || !it.value_collection.empty?
    end
  end

  def allowed(name)
    strings = @type.attrclass(name).value_collection.instance_variable_get(:@strings)
    [strings.map { |one| one.name.to_s }, strings.flat_map { |one| one.aliases.map(&:to_s) }]
  end

  # Finds attributes with which a resource can be made.
  def find_base
    tried = Cases::TITLES.first(6).map { |title| [title, {}] }
    tried.each { |title, values| return [title, values] if result(title, values).key?(:values) }
    tried.each do |title, values|
      6.times do
        found = result(title, values)
        return [title, values] if found.key?(:values)

        values = extend_values(title, values, found[:error]) or break
      end
    end
    ['x', {}]
  end

  # Adds the attribute that an error names.
  def extend_values(title, values, message)
    names = (@type.allattrs - @type.metaparams).map(&:to_s).reject { |name| values.key?(name) || name == 'provider' }
    name = names.select { |one| message.downcase.match?(/\b#{Regexp.escape(one)}\b/) }.max_by(&:length) or return nil
    (allowed(name.to_sym).first.first(2) + ['/tmp/x', 'x', 'http://e.org/x', '10', { 'a' => 'b' }, ['a']]).each do |value|
      made = values.merge(name => value)
      error = result(title, made)[:error]
      return made if error.nil? || (error != message && !error.start_with?("Parameter #{name} failed"))
    end
    nil
  end

  def result(title, values)
    made = Timeout.timeout(20) { make(title, values) }
    { values: values_of(made) }
  rescue StandardError, ScriptError => e
    { error: Cases.text(e.message) }
  end

  def make(title, values)
    resource = Puppet::Resource.new(@type, title)
    resource.catalog = Puppet::Resource::Catalog.new
    values.each { |name, value| resource[name] = Marshal.load(Marshal.dump(value)) }
    @type.new(resource)
  end

  def values_of(made)
    made.parameters.reject { |_, one| one.metaparam? }.filter_map do |name, one|
      value = value_of(one)
      [name.to_s, Cases.plain(value)] unless value.nil? || value == :undef
    end.to_h
  end

  def value_of(one)
    should = one.instance_variable_get(:@should)
    case one
    when Puppet::Property::List then should && one.dearrayify(should)
    when Puppet::Property::KeyValue then should && one.hashify_should
    else one.value
    end
  rescue StandardError
    one.is_a?(Puppet::Property) && !one.match_all? ? should&.first : should
  end
end

require_relative 'own_cases'
recorded = Sets.files(set).to_h do |file|
  type = Puppet::Type.type(File.basename(file, '.rb').to_sym)
  recorder = Recorder.new(type)
  [type.name.to_s, set == 'own' ? recorder.record.merge('own' => recorder.own) : recorder.record]
rescue StandardError, ScriptError => e
  warn "#{file}: #{e.class} #{e.message}"
  [File.basename(file, '.rb'), nil]
end.compact
all = set != 'own' && File.exist?(output) ? JSON.parse(File.read(output)) : {}
all[set] = recorded
File.write(output, JSON.generate(all))
with = recorded.values.count { |one| one['results'].first.is_a?(Hash) }
puts "#{recorded.size} types (#{with} with a base), #{recorded.values.sum { |one| one['cases'].size }} cases, #{File.size(output)} bytes"
