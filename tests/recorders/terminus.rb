# Records which documents PuppetDB's terminus sends for catalogs and reports: compiles and applies manifests with real Puppet, and
# writes the JSON of catalog and report with the documents of the commands.
#
# usage: ruby tests/recorders/terminus.rb host/fleet/tests/terminus     (needs Puppet 7 and puppet-terminus-puppetdb)

require 'json'
require 'puppet'
require 'puppet/transaction/report'
require 'puppet/reports'

SITE = <<~PP
  class outer(Sensitive $secret, $list = [1, 'two', { 'three' => 3.5 }]) {
    file { '/tmp/terminus':
      ensure  => file,
      content => 'text',
      alias   => ['second', 'first'],
      tag     => ['zulu', 'alpha'],
    }
    file { 'by name': path => '/tmp/terminus-named', ensure => absent, require => File['/tmp/terminus'] }
    file { '/tmp/terminus-secret': content => $secret, ensure => absent, subscribe => File['by name'] }
    notify { 'first': before => Notify['second'], message => Timestamp('2026-01-02T03:04:05') }
    notify { 'second': require => [File['first'], File['/tmp/terminus/']], withpath => true }
    exec { 'fails': command => '/bin/false', notify => Notify['skipped'] }
    notify { 'skipped': }
    notify { 'planned': noop => true }
    inner { 'one': pattern => /a.b/, level => default }
  }
  define inner($pattern, $level) { notify { "inner ${title}": } }
  class { 'outer': secret => Sensitive('hidden') }
  @@host { 'exported.example.com': ip => '192.0.2.1', tag => 'fleet' }
  @@host { 'collected.example.com': ip => '192.0.2.2' }
PP

directory = ARGV.fetch(0)
Puppet.initialize_settings(['--vardir', '/tmp/terminus-var', '--confdir', '/tmp/terminus-conf', '--storeconfigs', 'false',
                            '--certname', 'web1.example.com'])
environment = Puppet::Node::Environment.create(:production, ['/usr/share/puppet/modules'])
time = Time.utc(2026, 3, 1, 9, 0, 0)
Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment) do
  Puppet[:code] = SITE
  Puppet[:tags] = ''
  facts = Puppet::Node::Facts.new('web1.example.com', 'os' => { 'family' => 'Debian' })
  node = Puppet::Node.new('web1.example.com', environment: environment, facts: facts)
  node.merge('os' => { 'family' => 'Debian' })
  catalog = Puppet::Parser::Compiler.compile(node)
  # As a compiler sends it: rich data, virtual resources included.
  document = Puppet.override(rich_data: true) { catalog.to_data_hash }
  require 'puppet/indirector/catalog/puppetdb'
  terminus = Puppet::Resource::Catalog::Puppetdb.allocate
  extra = { transaction_uuid: '0b1c2d3e-0000-4000-8000-000000000001', job_id: 7, environment: 'production' }
  munged, = terminus.munge_catalog(catalog, time, extra)
  File.write("#{directory}/catalog.json", JSON.pretty_generate('catalog' => document, 'command' => munged) + "\n")

  ral = catalog.filter(&:virtual?).to_ral
  report = Puppet::Transaction::Report.new(nil, 'production', '0b1c2d3e-0000-4000-8000-000000000001')
  Puppet::Util::Log.newdestination(report)
  ral.apply(report: report)
  report.finalize_report
  Puppet::Util::Log.close(report)
  Puppet::Reports.report(:puppetdb)
  report.extend(Puppet::Reports.report(:puppetdb))
  document = report.to_data_hash
  File.write("#{directory}/report.json",
             JSON.pretty_generate('report' => document, 'command' => report.report_to_hash(time)) + "\n")
end
