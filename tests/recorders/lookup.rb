#!/usr/bin/env ruby
# frozen_string_literal: true

# Records how real Puppet 7 explains lookups, for host/compiler/tests/lookup.rs:
#
#   ruby tests/recorders/lookup.rb host/compiler/tests/lookup
#
# Each directory contains an environment (hiera.yaml, data/, modules/), optionally a global.yaml for the global layer, and
# requests.yaml: a list of {name, keys, merge?, explain: data|options}. For each request, NAME.txt and NAME.json are written with
# the output of `puppet lookup --explain` as text and as JSON. $CASE is the directory.

require 'json'
require 'yaml'
require 'puppet'
require 'puppet/parser'
require 'puppet/parser/compiler'

NODE = 'node1.example.com'
FACTS = { 'kernel' => 'Linux', 'os' => { 'family' => 'Debian', 'name' => 'Debian' }, 'roles' => %w[db web] }.freeze

def record(directory, request)
  pid = fork do
    Puppet::Util::Log.close_all
    env = Puppet::Node::Environment.create(:production, ["#{directory}/modules"], Puppet::Node::Environment::NO_MANIFEST)
    loader = Puppet::Environments::StaticDirectory.new('production', directory, env)
    Puppet[:hiera_config] = File.exist?("#{directory}/global.yaml") ? "#{directory}/global.yaml" : "#{directory}/none/hiera.yaml"
    Puppet[:code] = 'undef'
    node = Puppet::Node.new(NODE, environment: env)
    node.fact_merge(Puppet::Node::Facts.new(NODE, FACTS.dup))
    node.trusted_data = { 'certname' => NODE }
    Puppet.override(environments: loader, current_environment: env,
                    loaders: Puppet::Pops::Loaders.new(env, false, false)) do
      compiler = Puppet::Parser::Compiler.new(node)
      compiler.compile do |catalog|
        only = request['explain'] == 'options'
        explainer = Puppet::Pops::Lookup::Explainer.new(only, only)
        invocation = Puppet::Pops::Lookup::Invocation.new(compiler.topscope, {}, {}, explainer)
        begin
          Puppet::Pops::Lookup.lookup(request['keys'], nil, nil, false, request['merge'], invocation)
        rescue Puppet::DataBinding::LookupError => e
          invocation.report_text { e.message }
        end
        base = "#{directory}/#{request['name']}"
        # Puppet replaces the text of a convert_to by the parsed type, and prints it in Ruby's notation.
        text = explainer.explain.gsub(/#<Puppet::Pops::Types::P(\w+)Type:[^>]*>/, '"\1"')
        File.write("#{base}.txt", text.gsub(directory, '$CASE'))
        File.write("#{base}.json", JSON.pretty_generate(explainer.to_hash).gsub(directory, '$CASE') + "\n")
        catalog
      end
    end
  end
  Process.wait(pid)
  abort "#{directory}: #{request['name']} failed" unless $?.success?
end

Puppet.initialize_settings(['--confdir', '/nonexistent/conf', '--vardir', '/nonexistent/var'])
Dir.glob("#{File.expand_path(ARGV.fetch(0))}/*/requests.yaml").sort.each do |file|
  YAML.safe_load_file(file).each { |request| record(File.dirname(file), request) }
end
