#!/usr/bin/env ruby
# frozen_string_literal: true

# recorder.rb -- uses real Puppet (7.x, as packaged by Debian) as reference: compiles a
# manifest in process and prints canonical JSON.
#
# Single manifest:
#   ruby recorder.rb --manifest FILE [options]
# Many cases in one process (each case runs in a forked child, so that no Ruby
# state - autoloaded types, functions, settings - leaks between cases):
#   ruby recorder.rb --batch DIR [--only GLOB] [--jobs N] [options]
#
# A batch case is a directory DIR/NAME with
#   manifest.pp     (required)   the site manifest
#   facts.yaml      (optional)   replaces the default facts
#   facts-extra.yaml(optional)   merged over the default facts (top-level keys)
#   hiera.yaml      (optional)   environment-layer Hiera 5 config; datadir is
#                                relative to the case directory (e.g. data/)
#   modules/        (optional)   module path of the case
#   node            (optional)   node (certname) to compile for
#   settings.yaml   (optional)   Puppet settings, e.g. {strict: error, strict_variables: true}
#                                plus the pseudo settings
#                                `modulepath: [dirs]` (appended) and `ral: true`
# and receives NAME/expected.json.
#
# The script performs the steps of `puppet apply FILE` up to and including compilation
# (Puppet::Parser::Compiler.compile and the removal of virtual resources), with the given
# facts only: Facter is never run.
# Cases with exported.yaml need a PuppetDB: puppetdb/exported.py starts one and runs this script.
# With --ral the catalog is also converted to resource-abstraction-layer objects,
# and the relationship graph and the order of application are printed.

ENV['TZ'] = 'UTC'
# Puppet would read a few facts when it is loaded; none of them affects the output.
Encoding.default_external = Encoding::UTF_8

require 'json'
require 'yaml'
require 'tmpdir'
require 'fileutils'
require 'optparse'
require 'puppet'
require 'puppet/parser'
require 'puppet/parser/compiler'

# Puppet's own log destination type :array only accepts an object of this name.
module Puppet
  module Test
    class LogCollector # :nodoc:
      def initialize(logs)
        @logs = logs
      end

      def <<(msg)
        @logs << msg
      end
    end
  end
end

# Counts the functions called from Puppet code and the ERB and EPP template files
# used by a compilation (option --trace).
module Tracer
  COUNTS = { 'functions' => Hash.new(0), 'templates' => Hash.new(0) }.freeze

  module Functions # :nodoc:
    def call_function(name, args, o, scope, &block)
      COUNTS['functions'][name.to_s] += 1
      super
    end
  end

  module Templates # :nodoc:
    def file=(filename)
      COUNTS['templates'][filename.to_s] += 1
      super
    end
  end

  def self.install
    require 'puppet/parser/templatewrapper'
    Puppet::Pops::Evaluator::EvaluatorImpl.prepend(Functions)
    Puppet::Parser::TemplateWrapper.prepend(Templates)
  end

  def self.result
    COUNTS.transform_values { |h| h.sort.to_h }
  end
end

# Compiles one manifest with real Puppet and describes the result.
class Oracle
  LOCATION = /\s*\((?=file: |line: )(?:file: (?<file>[^()]*?))?(?:, )?(?:line: (?<line>\d+))?(?:, )?(?:column: (?<pos>\d+))?\)/.freeze
  SERVER_FACTS = { 'serverversion' => Puppet.version, 'servername' => 'puppet.example.com',
                   'serverip' => '192.0.2.1' }.freeze
  ENVIRONMENT = 'production'

  # opts: :manifest, :code, :modulepath (array), :facts (hash), :env_dir, :node,
  #       :settings (hash), :global_hiera, :ral
  def initialize(opts)
    @opts = opts
    @logs = []
  end

  def run
    configure
    env, loader = build_environment
    node = build_node(env)
    Puppet.override(environments: loader, current_environment: env,
                    loaders: Puppet::Pops::Loaders.new(env, false, false),
                    rich_data: Puppet[:rich_data]) do
      prepare_node(node)
      begin
        catalog = Puppet::Parser::Compiler.compile(node)
      rescue StandardError, SystemStackError => e
        return failure(e)
      end
      success(catalog)
    end
  end

  private

  def configure
    settings = (@opts[:settings] || {}).dup
    Puppet[:hiera_config] = @opts[:global_hiera] if @opts[:global_hiera]
    settings.each { |k, v| Puppet[k.to_sym] = v.is_a?(String) && %w[strict].include?(k.to_s) ? v.to_sym : v }
    Puppet[:node_name_value] = @opts[:node]
    Puppet[:certname] = @opts[:node]
    use_puppetdb if @opts[:exported]
    Puppet::Util::Log.close_all
    Puppet::Util::Log.level = (@opts[:log_level] || :info).to_sym
    Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(@logs))
  end

  # The resources of other nodes are in the PuppetDB of the environment variable PUPPETDB, for collectors and queries.
  def use_puppetdb
    require 'puppet/util/puppetdb'
    require 'puppet/indirector/resource/puppetdb'
    require_relative 'puppetdb/client'
    Puppet.settings.override_default(:storeconfigs, true) rescue nil
    Puppet[:storeconfigs] = true
    client = PuppetDbClient.new(ENV.fetch('PUPPETDB'))
    client.replace_nodes(@opts[:exported])
    Puppet::Util::Puppetdb::Http.define_singleton_method(:action) do |path, _, &callback|
      callback.call(client, client.address(path), nil)
    end
    Puppet::Resource.indirection.define_singleton_method(:search) do |type, options|
      request = Puppet::Indirector::Request.new(:resource, :search, type, nil, options)
      # PuppetDB sends them in any order.
      Puppet::Resource::Puppetdb.allocate.search(request).sort_by(&:collector_id)
    end
  end

  def build_environment
    manifest = @opts[:manifest] ? File.expand_path(@opts[:manifest]) : nil
    Puppet[:code] = @opts[:code] if @opts[:code]
    path = (@opts[:modulepath] || []).map { |p| File.expand_path(p) }
    env = Puppet::Node::Environment.create(ENVIRONMENT.to_sym, path, manifest || Puppet::Node::Environment::NO_MANIFEST)
    loader = if @opts[:env_dir]
               Puppet::Environments::StaticDirectory.new(ENVIRONMENT, @opts[:env_dir], env)
             else
               Puppet::Environments::Static.new(env)
             end
    env.each_plugin_directory { |dir| $LOAD_PATH << dir unless $LOAD_PATH.include?(dir) }
    [env, loader]
  end

  def build_node(env)
    Puppet::Node.new(@opts[:node], environment: env)
  end

  def prepare_node(node)
    values = (@opts[:facts] || {}).dup
    values['clientcert'] ||= @opts[:node]
    values['clientversion'] ||= Puppet.version
    values['clientnoop'] = false unless values.key?('clientnoop')
    facts = Puppet::Node::Facts.new(@opts[:node], values)
    node.fact_merge(facts)
    node.add_server_facts(SERVER_FACTS.dup)
    node.trusted_data = { 'authenticated' => 'local', 'certname' => @opts[:node], 'extensions' => {},
                          'hostname' => @opts[:node].split('.', 2)[0], 'domain' => @opts[:node].split('.', 2)[1],
                          'external' => {} }
  end

  # ---- results -----------------------------------------------------------

  def success(full)
    catalog = full.filter(&:virtual?)
    data = catalog.to_data_hash
    out = {
      'status' => 'ok',
      'resources' => data['resources'].map { |r| resource(r) }.sort_by { |r| [r['type'], r['title']] },
      'sequence' => catalog.resources.map(&:ref),
      'virtual' => full.resources.select(&:virtual?).map do |r|
        resource(r.to_data_hash).merge('virtual' => true)
      end.sort_by { |r| [r['type'], r['title']] },
      'edges' => data['edges'].map { |e| [e['source'], e['target']] }.sort,
      'classes' => data['classes'].sort,
    }
    out['logs'] = logs
    out['ral'] = ral(full) if @opts[:ral]
    out['apply'] = apply(full) if @opts[:apply]
    out['trace'] = Tracer.result if @opts[:trace]
    out
  end

  def resource(hash)
    params = hash['parameters'] || {}
    out = { 'type' => hash['type'], 'title' => hash['title'],
            'parameters' => canonical(params), 'tags' => hash['tags'].to_a.map(&:to_s).sort,
            'exported' => hash['exported'] ? true : false }
    sensitive = hash['sensitive_parameters']
    out['sensitive_parameters'] = sensitive.sort if sensitive
    out
  end

  # Sorts the parameters by name. The order of keys in hash values is observable in
  # the Puppet language, so it is kept.
  def canonical(params)
    params.sort.to_h.transform_values { |v| scrub_value(v) }
  end

  def scrub_value(value)
    case value
    when String then scrub(value)
    when Array then value.map { |v| scrub_value(v) }
    when Hash then value.transform_values { |v| scrub_value(v) }
    else value
    end
  end

  def logs(except = nil)
    @logs.reject { |l| l.level == :err && except && l.message.to_s == except }.map do |l|
      text = l.message.to_s
      entry = { 'level' => l.level.to_s, 'message' => scrub(text.gsub(LOCATION, '').gsub(/\s*\(file & line not available\)/, '').rstrip) }
      entry['source'] = scrub(l.source.to_s) unless l.source.nil? || l.source.to_s == 'Puppet'
      entry
    end
  end

  # Replaces absolute paths of the case.
  def scrub(text)
    text = text.to_s.gsub(/#<Puppet::Resource::Type:0x\h+>/, '#<Puppet::Resource::Type>')
    (@opts[:scrub] || {}).each { |from, to| text = text.gsub(from, to) }
    text
  end

  def failure(err)
    logged = err.to_s
    root = err
    root = root.cause while root.is_a?(Puppet::Error) && !root.is_a?(Puppet::ParseErrorWithIssue) && root.cause.is_a?(StandardError)
    text = err.to_s
    parse = text.start_with?('Could not parse for environment') ||
            (err.respond_to?(:environment) && !err.environment.nil?)
    text = text.sub(/\ACould not parse for environment [^:]*: /, '').sub(/ on node #{Regexp.escape(@opts[:node])}\z/, '')
    where = nil
    # the last position in the text is the innermost one that Puppet reports
    text.scan(LOCATION) { where = Regexp.last_match }
    location = lambda { |attr|
      v = err.respond_to?(attr) ? err.send(attr) : nil
      v = root.send(attr) if v.nil? && root.respond_to?(attr)
      v
    }
    line = location.call(:line) || (where && where[:line] && where[:line].to_i)
    pos = location.call(:pos) || (where && where[:pos] && where[:pos].to_i)
    code = location.call(:issue_code)
    out = { 'status' => 'error', 'kind' => parse ? 'parse' : 'evaluation',
            'message' => scrub(text.gsub(LOCATION, '').strip), 'line' => line, 'pos' => pos }
    file = location.call(:file) || (where && where[:file])
    out['file'] = scrub(file) if file && scrub(file) != file
    out['issue_code'] = code.to_s if code
    if out['message'] =~ /undefined method/
      out['message_internal'] = true # text of the Ruby runtime, not of the language
      out['message'] = out['message'].lines.first.strip
    end
    # Puppet's text with positions; the case directory is written as $CASE
    out['full_message'] = scrub(logged)
    out['logs'] = logs(err.to_s).reject { |l| l['level'] == 'err' && l['message'].include?(out['message']) }
    out
  end

  def case_types
    Dir.glob("#{@opts[:env_dir]}/modules/*/lib/puppet/type/*.rb").map { |f| File.basename(f, '.rb').to_sym }
  end

  # Attribute values after validation and munging, for types that the case itself defines.
  # A Ruby symbol is written {"symbol": "name"}.
  def case_values(ral)
    types = case_types
    enc = lambda do |v|
      case v
      when Symbol then { 'symbol' => v.to_s }
      when Array then v.map { |x| enc.call(x) }
      when Hash then v.to_h { |k, x| [k.to_s, enc.call(x)] }
      when String, Integer, Float, true, false, nil then v
      else v.to_s
      end
    end
    ral.resources.select { |r| types.include?(r.class.name) }.to_h do |r|
      vals = r.parameters.reject { |k, _| k == :provider }.to_h do |k, p|
        [k.to_s, enc.call(p.is_a?(Puppet::Property) ? p.should : p.value)]
      end
      [r.ref, vals.sort.to_h]
    end
  end

  # Applies the catalog and returns the results.
  def apply(full)
    mark = @logs.length
    ral = full.filter(&:virtual?).to_ral
    ral.finalize
    ral.host_config = true
    FileUtils.mkdir_p(Puppet[:statedir])
    Puppet[:statefile] = "#{Puppet[:statedir]}/state.#{Process.pid}.yaml"
    Puppet[:transactionstorefile] = "#{Puppet[:statedir]}/tx.#{Process.pid}.yaml"
    error = nil
    begin
      tx = ral.apply
    rescue StandardError => e
      error = scrub(e.to_s.gsub(LOCATION, '').strip)
    end
    skip = /\A(Schedule|Filebucket|Whit)\[/
    statuses = tx ? tx.report.resource_statuses.reject { |ref, _| ref =~ skip } : {}
    res = statuses.sort.to_h do |ref, st|
      flags = %w[changed failed skipped out_of_sync failed_to_restart].select { |f| st.send(f) }
      flags << 'restarted' if st.restarted
      ev = st.events.map { |e| { 'property' => e.property.to_s, 'status' => e.status.to_s, 'message' => scrub(e.message.to_s) } }
      [ref, { 'flags' => flags, 'events' => ev }]
    end
    msgs = @logs[mark..-1].reject { |l| l.level == :debug || l.message.to_s.start_with?('Applying configuration version', 'Creating state file') }.map do |l|
      { 'level' => l.level.to_s, 'message' => scrub(l.message.to_s.gsub(LOCATION, '').rstrip).gsub(/in \d+\.\d+ seconds/, 'in N seconds'), 'source' => scrub(l.source.to_s) }
    end
    out = { 'resources' => res, 'logs' => msgs }
    out['error'] = error if error
    out
  end

  # The relationship graph with automatic relations, before containers are
  # replaced, and the order of application.
  def ral(full)
    ral = full.filter(&:virtual?).to_ral
    ral.finalize
    ral.host_config = false
    plain = Puppet::Graph::RelationshipGraph.new(Puppet::Graph::SequentialPrioritizer.new)
    plain.send(:add_all_resources_as_vertices, ral)
    plain.send(:build_manual_dependencies)
    plain.send(:build_autorelation_dependencies, ral)
    edges = plain.edges.map { |e| [e.source.ref, e.target.ref, e.event.to_s, e.callback.to_s] }.uniq.sort
    graph = ral.relationship_graph
    order = []
    graph.traverse(graph_cycle_handler: ->(_c) { raise Puppet::Error, 'One or more resource dependency cycles detected in graph' }, overly_deferred_resource_handler: ->(r) { order << r.ref }) { |r| order << r.ref }
    order.reject! { |r| r.start_with?('Whit[') || %w[Schedule[puppet] Schedule[hourly] Schedule[daily] Schedule[weekly] Schedule[monthly] Schedule[never] Filebucket[puppet]].include?(r) }
    out = { 'relationships' => edges, 'order' => order }
    values = case_values(ral)
    out['values'] = values unless values.empty?
    out
  rescue StandardError => e
    cyc = @logs.map { |l| l.message.to_s }.select { |m| m.include?('dependency cycle') }
    r = { 'error' => scrub(e.to_s.gsub(LOCATION, '').strip) }
    r['cycles'] = cyc.first.lines.grep(/\A\(/).map { |l| l[/\A\(.*?\)(?=\\n|\s*\z)/] || l.strip } unless cyc.empty?
    r
  end
end

# ---- command line ----------------------------------------------------------

def read_yaml(path)
  YAML.safe_load(File.read(path), permitted_classes: [Symbol, Time, Date], aliases: true) || {}
end

def pretty(result)
  "#{JSON.pretty_generate(result)}\n"
end

def boot
  scratch = Dir.mktmpdir('oracle')
  at_exit_pid = Process.pid
  at_exit { FileUtils.rm_rf(scratch) if Process.pid == at_exit_pid }
  Puppet.initialize_settings(%W[--confdir #{scratch}/conf --vardir #{scratch}/var --codedir #{scratch}/code
                                --vendormoduledir= --basemodulepath= --color=false
                                --certname node1.example.com])
  Puppet.push_context(Puppet.base_context(Puppet.settings), 'oracle')
  Puppet.settings.use(:main)
  # Loads the code needed by every compilation once before forking.
  %i[file exec notify package service user group schedule stage component whit resources filebucket tidy].each { |t| Puppet::Type.type(t) }
  # A first compilation loads the evaluator, the loaders and their tables.
  Oracle.new(code: 'class w { notify { "a": } -> notify { "b": } } include w notice(lookup("x", default_value => 1))',
             facts: {}, node: 'node1.example.com', log_level: :err).run
  Puppet[:code] = ''
  GC.start
end

# Runs the block in a forked child and returns its JSON result.
def isolated(timeout)
  reader, writer = IO.pipe
  pid = fork do
    reader.close
    $stdout.reopen($stderr)
    result = begin
      yield
    rescue Exception => e # rubocop:disable Lint/RescueException
      { 'status' => 'crash', 'message' => "#{e.class}: #{e.message}", 'backtrace' => e.backtrace.first(5) }
    end
    writer.write(pretty(result))
    writer.close
    exit!(0)
  end
  writer.close
  text = +''
  killer = Thread.new do
    sleep timeout
    Process.kill(:KILL, pid)
  end
  text << reader.read
  killer.kill
  Process.wait(pid)
  text.empty? ? pretty('status' => 'crash', 'message' => "no result (killed or timed out after #{timeout} s)") : text
end

opts = { modulepath: [], settings: {}, timeout: 120, jobs: 1 }
OptionParser.new do |o|
  o.on('--manifest F') { |v| opts[:manifest] = v }
  o.on('--batch DIR') { |v| opts[:batch] = v }
  o.on('--only GLOB', 'batch: only the cases whose name matches') { |v| opts[:only] = v }
  o.on('--jobs N', Integer, 'batch: cases at a time') { |v| opts[:jobs] = v }
  o.on('--output NAME', 'batch: file to write (expected.json)') { |v| opts[:output] = v }
  o.on('--modulepath P') { |v| opts[:modulepath] += v.split(':') }
  o.on('--facts F', 'YAML hash of facts') { |v| opts[:facts_file] = v }
  o.on('--hiera F', 'environment-layer hiera.yaml (its directory is the environment directory)') { |v| opts[:hiera] = v }
  o.on('--global-hiera F', 'global-layer hiera.yaml') { |v| opts[:global_hiera] = File.expand_path(v) }
  o.on('--node N') { |v| opts[:node] = v }
  o.on('--strict S', 'off, warning (default) or error') { |v| opts[:settings]['strict'] = v }
  o.on('--strict-variables') { opts[:settings]['strict_variables'] = true }
  o.on('--set K=V', 'any Puppet setting') { |v| k, x = v.split('=', 2); opts[:settings][k] = YAML.safe_load(x) }
  o.on('--ral', 'also print the relationship graph and the order of application') { opts[:ral] = true }
  o.on('--trace', 'also count the functions called and the templates used') { opts[:trace] = true }
  o.on('--timeout S', Integer) { |v| opts[:timeout] = v }
end.parse!

opts[:facts_file] ||= File.join(__dir__, '..', 'conformance', 'default-facts.yaml')
DEFAULT_FACTS = File.exist?(opts[:facts_file]) ? read_yaml(opts[:facts_file]) : {}

boot
Tracer.install if opts[:trace]

def case_options(dir, base)
  settings = base[:settings].dup
  extra = File.join(dir, 'settings.yaml')
  path = [File.join(dir, 'modules')].select { |d| File.directory?(d) } + base[:modulepath]
  ral = base[:ral]
  apply = false
  if File.exist?(extra)
    more = read_yaml(extra)
    path += Array(more.delete('modulepath'))
    ral = more.delete('ral') if more.key?('ral')
    apply = more.delete('apply')
    settings.merge!(more)
  end
  facts = File.exist?("#{dir}/facts.yaml") ? read_yaml("#{dir}/facts.yaml") : DEFAULT_FACTS
  facts = facts.merge(read_yaml("#{dir}/facts-extra.yaml")) if File.exist?("#{dir}/facts-extra.yaml")
  node = if File.exist?("#{dir}/node") then File.read("#{dir}/node").strip
         else base[:node] || facts['fqdn'] || 'node1.example.com' end
  { manifest: "#{dir}/manifest.pp", modulepath: path, facts: facts, env_dir: dir, node: node, settings: settings,
    global_hiera: base[:global_hiera], ral: ral, apply: apply, exported: (File.exist?("#{dir}/exported.yaml") ? (read_yaml("#{dir}/exported.yaml") || []) : nil), trace: base[:trace], scrub: { dir => '$CASE' } }
end

if opts[:batch]
  root = File.expand_path(opts[:batch])
  dirs = Dir.glob("#{root}/*/manifest.pp").map { |f| File.dirname(f) }.sort
  dirs.select! { |d| File.fnmatch(opts[:only], File.basename(d)) } if opts[:only]
  tally = Hash.new(0)
  queue = Queue.new
  dirs.each { |d| queue << d }
  lock = Mutex.new
  # Threads only wait for forked children, which do the work.
  workers = Array.new([opts[:jobs], 1].max) do
    Thread.new do
      until queue.empty?
        dir = queue.pop(true) rescue next # rubocop:disable Style/RescueModifier
        text = isolated(opts[:timeout]) { Oracle.new(case_options(dir, opts)).run }
        File.write(File.join(dir, opts[:output] || 'expected.json'), text)
        status = JSON.parse(text)['status']
        lock.synchronize do
          tally[status] += 1
          warn "crash: #{File.basename(dir)}: #{JSON.parse(text)['message']}" if status == 'crash'
        end
      end
    end
  end
  workers.each(&:join)
  puts "#{dirs.size} cases: #{tally.sort.map { |k, v| "#{v} #{k}" }.join(', ')}"
  exit(tally['crash'].zero? ? 0 : 1)
elsif opts[:manifest]
  facts = DEFAULT_FACTS
  o = { manifest: opts[:manifest], modulepath: opts[:modulepath], facts: facts,
        env_dir: opts[:hiera] ? File.dirname(File.expand_path(opts[:hiera])) : nil,
        node: opts[:node] || facts['fqdn'] || 'node1.example.com', settings: opts[:settings],
        global_hiera: opts[:global_hiera], ral: opts[:ral], trace: opts[:trace],
        scrub: { File.dirname(File.expand_path(opts[:manifest])) => '$CASE' } }
  text = isolated(opts[:timeout]) { Oracle.new(o).run }
  print text
  exit({ 'ok' => 0, 'error' => 1 }.fetch(JSON.parse(text)['status'], 2))
else
  abort 'recorder.rb: --manifest FILE or --batch DIR is needed'
end
