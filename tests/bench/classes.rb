#!/usr/bin/env ruby
# frozen_string_literal: true

# classes.rb MODULEPATH FACTS -- compiles classes with real Puppet sequentially in one process and environment, like a server that caches
# all parsed files. Reads the names, one per line. Prints for each class the name, the microseconds for compiling it and writing the catalog
# as JSON, and the size of the JSON in bytes, 0 if the class does not compile.

ENV['TZ'] = 'UTC'
require 'json'
require 'yaml'
require 'puppet'
require 'puppet/parser'
require 'puppet/parser/compiler'

modulepath, facts_file = ARGV
name = 'node1.example.com'
facts = YAML.safe_load(File.read(facts_file), permitted_classes: [Symbol])
Puppet.initialize_settings(%w[--confdir /nonexistent/conf --vardir /nonexistent/var --codedir /nonexistent/code])
Puppet[:certname] = name
Puppet::Util::Log.close_all
environment = Puppet::Node::Environment.create(:production, modulepath.split(':'), Puppet::Node::Environment::NO_MANIFEST)
environment.each_plugin_directory { |directory| $LOAD_PATH << directory }
loaders = Puppet::Pops::Loaders.new(environment, false, false)
environments = Puppet::Environments::Static.new(environment)

$stdin.each_line(chomp: true) do |wanted|
  Puppet.override(environments: environments, current_environment: environment, loaders: loaders) do
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    node = Puppet::Node.new(name, environment: environment, classes: [wanted])
    node.fact_merge(Puppet::Node::Facts.new(name, facts.merge('clientcert' => name, 'clientversion' => Puppet.version)))
    node.add_server_facts('serverversion' => Puppet.version, 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1')
    node.trusted_data = { 'authenticated' => 'local', 'certname' => name, 'extensions' => {}, 'hostname' => 'node1',
                          'domain' => 'example.com', 'external' => {} }
    bytes = begin
      Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_json.bytesize
    rescue StandardError, SystemStackError
      0
    end
    puts "#{wanted} #{((Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) * 1e6).round} #{bytes}"
  end
end
