#!/usr/bin/env ruby
# frozen_string_literal: true

# scenarios.rb DIR... -- runs scenarios with real Puppet (7.x, as packaged by Debian) and records output and effects.
#
# A scenario is a directory with `manifest.pp`, `cmd` and optionally `modules/`; see tests/apply/README.md. DIR is a scenario or contains
# scenarios. For each step, stdout, stderr, exit code and run report are recorded, and at the end the tree below $ROOT. Needs root, since
# the recordings contain owners.

require 'fileutils'
require 'open3'
require 'tmpdir'

NODE = 'node1.example.com'
FACTS = File.expand_path('../conformance/default-facts.yaml', __dir__)
MODULES = '/usr/share/puppet/modules'

# Replaces the facts of this system by those of the conformance cases.
FACTS_OF_THE_CORPUS = <<~RUBY
  require 'yaml'
  require 'puppet'
  require 'puppet/indirector/facts/facter'
  class Puppet::Node::Facts::Facter
    def find(request)
      Puppet::Node::Facts.new(request.key, YAML.safe_load(File.read(#{FACTS.inspect}), permitted_classes: [Symbol]))
    end
  end
RUBY

# Writes a `puppet` command that uses the scenario's directories.
def shim(stage)
  directories = %w[conf var code log run ssl pub].to_h { |name| [name, "#{stage}/root/.puppet/#{name}"] }
  flags = "--confdir #{directories['conf']} --vardir #{directories['var']} --codedir #{directories['code']} --logdir #{directories['log']} " \
          "--rundir #{directories['run']} --ssldir #{directories['ssl']} --publicdir #{directories['pub']} " \
          "--modulepath #{stage}/root/modules --certname #{NODE} --color=false"
  directories.each_value { |directory| FileUtils.mkdir_p(directory) }
  File.write("#{stage}/facts.rb", FACTS_OF_THE_CORPUS)
  File.write("#{stage}/bin/puppet", <<~SHELL)
    #!/bin/sh
    case "$1" in
      apply) shift; set -- apply #{flags} "$@" ;;
    esac
    exec ruby -r#{stage}/facts.rb /usr/bin/puppet "$@"
  SHELL
  FileUtils.chmod(0o755, "#{stage}/bin/puppet")
end

def copy(from, to, names)
  if File.directory?(from)
    FileUtils.mkdir_p(to)
    Dir.children(from).each { |name| copy("#{from}/#{name}", "#{to}/#{name}", names) }
  else
    text = File.binread(from)
    names.each { |name, path| text = text.gsub(name, path) }
    File.binwrite(to, text)
    FileUtils.chmod(0o644, to)
  end
end

# Returns the steps of `cmd` as pairs of number and commands; the preparation has number 0.
def steps(scenario)
  File.readlines("#{scenario}/cmd").each_with_object([]) do |line, found|
    case line
    when /\A# setup/ then found << [0, +'']
    when /\A# step (\d+)/ then found << [Regexp.last_match(1).to_i, +'']
    when /\A#/ then next
    else found.last[1] << line
    end
  end
end

def tree(root)
  lines, = Open3.capture2('find', '.', '-path', './.puppet', '-prune', '-o', '-printf', '%P %y %m %u:%g %s %l\n', chdir: root)
  lines.lines.sort.join
end

def play(scenario)
  Dir.mktmpdir do |stage|
    FileUtils.chmod(0o755, stage)
    root, directory = "#{stage}/root", "#{stage}/case"
    %W[#{stage}/bin #{directory} #{root}/modules].each { |path| FileUtils.mkdir_p(path) }
    shim(stage)
    names = { '$ROOT' => root, '$CASE' => directory, '$MODULES' => MODULES }
    copy("#{scenario}/manifest.pp", "#{directory}/manifest.pp", names)
    copy("#{scenario}/modules", "#{root}/modules", names) if File.directory?("#{scenario}/modules")
    environment = { 'PATH' => "#{stage}/bin:#{ENV['PATH']}", 'ROOT' => root, 'CASE' => directory, 'MODULES' => MODULES,
                    'HOME' => stage, 'TZ' => 'UTC', 'LANG' => 'C.UTF-8' }
    recorded = lambda do |name, text|
      text = text.dup.force_encoding('UTF-8').scrub
      File.write("#{scenario}/#{name}", names.reduce(text) { |all, (known, path)| all.gsub(path, known) })
    end
    report = "#{root}/.puppet/var/state/last_run_report.yaml"
    steps(scenario).each do |number, command|
      FileUtils.rm_f(report)
      out, err, status = Open3.capture3(environment, '/bin/sh', '-c', "umask 022\n#{command}", chdir: directory, stdin_data: '')
      raise "#{scenario}: the preparation failed: #{err}" if number.zero? && !status.success?
      next if number.zero?

      stem = ->(name, ending = '') { number == 1 ? "#{name}#{ending}" : "#{name}.#{number}#{ending}" }
      recorded.call(stem['stdout'], out)
      recorded.call(stem['stderr'], err)
      recorded.call(stem['exit'], "#{status.exitstatus}\n")
      recorded.call(stem['report', '.yaml'], File.read(report)) if File.exist?(report)
    end
    recorded.call('tree', tree(root))
  end
end

abort 'needs root' unless Process.uid.zero?
ARGV.flat_map { |directory| File.exist?("#{directory}/cmd") ? [directory] : Dir["#{directory}/*/cmd"].sort.map { |cmd| File.dirname(cmd) } }
    .each { |scenario| play(File.expand_path(scenario)) }
