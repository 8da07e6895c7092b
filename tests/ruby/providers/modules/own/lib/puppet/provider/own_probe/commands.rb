require File.expand_path('../own_base', __dir__)
Puppet::Type.type(:own_probe).provide(:commands, parent: Puppet::Provider::OwnBase) do
  desc 'Commands.'
  commands echo: 'own-echo', failing: 'own-fail', abs: '/bin/true'
  def probe
    t('echo') { echo('a', ['b', 'c d'], 1, :sym).then { |o| [o, o.class, o.exitstatus] } }
    t('class') { self.class.echo('x') }
    t('failing') { failing('1', "two\nlines") }
    t('inherited') { tool('x') }
    t('path') { [command(:echo), self.class.command(:tool), command(:abs)] }
    t('unknown') { command(:nope) }
    t('status') { echo('s'); $CHILD_STATUS.exitstatus }
    t('fail status') { begin; failing; rescue Puppet::ExecutionFailure => e; [e.class, $?.exitstatus]; end }
    t('binary') { echo("\xff\xfe".b).encoding }
    t('utf8') { echo('äöü').valid_encoding? }
    t('to_s') { to_s }
    t('inspect') { inspect }
    t('class to_s') { [self.class.to_s, self.class.name, self.class.inspect, self.class.resource_type.to_s, self.class.source] }
    t('doc') { self.class.doc.lines.first }
  end
end
