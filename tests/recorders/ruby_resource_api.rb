# frozen_string_literal: true

# Applies manifests with types of the Resource API in real Puppet and writes `DIR/expected.json`, with one case in each line: run as
# `ruby tests/recorders/ruby_resource_api.rb tests/ruby/resource_api`. Needs Debian's package ruby-puppet-resource-api.
#
# The cases are in ruby_resource_api_cases.rb. Each manifest of a case is a step with `logs` (level, source and message), `state` (the files in which
# the providers store resources and calls), and `resource_status`; or with `compilation` or `failure`, the message of the error.

require 'puppet'
require 'puppet/resource_api'
require 'fileutils'
require 'tmpdir'
require 'json'
require_relative 'ruby_resource_api_cases'

# Applies cases.
class Recorder
  # The providers store resources next to the directory of modules.
  def initialize(directory, modules)
    @directory = directory
    @state = "#{directory}/state"
    FileUtils.cp_r(modules, "#{directory}/modules")
    Puppet.initialize_settings(['--confdir', "#{directory}/conf", '--vardir', "#{directory}/var"])
    Puppet[:log_level] = 'debug'
    Puppet.push_context(Puppet.base_context(Puppet.settings), 'base')
    @environment = Puppet::Node::Environment.create(:own, ["#{directory}/modules"])
    Puppet.push_context({ current_environment: @environment, environments: Puppet::Environments::Static.new(@environment),
                          loaders: Puppet::Pops::Loaders.new(@environment) }, 'own')
    Puppet::Util::Log.newdestination(Puppet::Transaction::Report.new)
    Puppet.settings.use(:main)
    @environment.each_plugin_directory { |path| $LOAD_PATH << path unless $LOAD_PATH.include?(path) }
  end

  def record(name, parts)
    FileUtils.rm_rf(@state)
    FileUtils.mkdir(@state)
    parts['before'].each { |name, content| Cases.write(@state, name, content) }
    Puppet[:noop] = parts['noop']
    Puppet[:strict] = parts['strict'].to_sym
    steps = parts['manifests'].map { |manifest| step(manifest) }
    parts.merge('name' => name, 'steps' => steps)
  end

  private

  # Applies a manifest; returns the resources of the catalog and what happened.
  def step(manifest)
    catalog = compile(manifest)
    result = apply(catalog)
    result['state'] = Dir["#{@state}/*"].sort.to_h { |file| [File.basename(file), File.read(file)] }
    Dir["#{@state}/*.log"].each { |file| File.delete(file) }
    result
  rescue Puppet::Error, Puppet::ResourceError => e
    { 'compilation' => e.message }
  end

  def compile(manifest)
    Puppet[:code] = manifest
    node = Puppet::Node.new('own', environment: @environment)
    node.merge({})
    Puppet::Parser::Compiler.compile(node).filter(&:virtual?)
  end

  def apply(catalog)
    report = Puppet::Transaction::Report.new
    Puppet::Util::Log.newdestination(report)
    ral = catalog.to_ral
    transaction = ral.apply(report: report)
    { 'relationships' => relationships(ral, transaction), 'logs' => logs(report), 'resource_status' => statuses(report) }
  rescue StandardError => e
    { 'failure' => clean(e.message), 'logs' => logs(report) }
  ensure
    Puppet::Util::Log.close(report)
  end

  def relationships(_ral, transaction)
    edges = transaction.relationship_graph.edges.select { |edge| [edge.source, edge.target].all? { |one| one.is_a?(Puppet::Type) && one.ref !~ /\A(?:Stage|Class|Schedule|Filebucket|Whit|Admissible_|Completed_)/i } }
    edges.map { |edge| "#{edge.source.ref} -> #{edge.target.ref} #{edge.callback}".strip }.sort
  end

  def logs(report)
    wanted = report.logs.reject do |log|
      message = log.message.to_s
      (log.level == :debug && !message.match?(/own_|\A(?:Current|Target) State/)) || message.start_with?('Applying configuration version') ||
        message.match?(/\A(?:Registering auto|Creating state file)/)
    end
    wanted.map { |log| [log.level.to_s, clean(log.source.to_s), clean(log.message)] }
  end

  def statuses(report)
    report.resource_statuses.values.reject { |one| one.resource_type == 'Whit' || %w[Schedule Filebucket].include?(one.resource_type) }.map do |one|
      { 'resource' => one.resource, 'failed' => one.failed || false, 'changed' => one.changed || false, 'skipped' => one.skipped || false,
        'events' => one.events.map { |event| described_event(event) } }
    end
  end

  def described_event(event)
    { 'property' => event.property, 'status' => event.status, 'previous' => event.previous_value.inspect, 'desired' => event.desired_value.inspect,
      'message' => clean(event.message), 'name' => event.name&.to_s }
  end

  def clean(message) = message.to_s.gsub(/\d+\.\d+ seconds/, 'N seconds').gsub(@directory, 'DIR').gsub(/ \(file: .*?line: \d+\)/, '')
end

directory = ARGV.fetch(0)
Dir.mktmpdir('recorder') do |temporary|
  recorder = Recorder.new(temporary, File.join(directory, 'modules'))
  recorded = Cases::LIST.map { |name, parts| recorder.record(name, parts) }
  File.write(File.join(directory, 'expected.json'), "[\n#{recorded.map { |one| JSON.generate(one) }.join(",\n")}\n]\n")
end
