require File.expand_path('../own_base', __dir__)
Puppet::Type.type(:own_probe).provide(:execute, parent: Puppet::Provider::OwnBase) do
  def both(*arguments) = Puppet::Util::Execution.execute(*arguments).then { |o| [o, o.exitstatus] }
  def probe
    t('plain') { both('echo out; echo err >&2') }
    t('plain fails') { both('exit 3') }
    t('options') { both('echo out; echo err >&2; exit 4', failonfail: false) }
    t('combine') { both('echo out; echo err >&2', failonfail: false, combine: true) }
    t('fails') { both(['sh', '-c', 'echo no; exit 5'], failonfail: true, combine: true) }
    t('array of one') { both(['echo a b']) }
    t('numbers') { both(['echo', 1, [2, :x]]) }
    t('cwd') { both('pwd', cwd: '/usr') }
    t('cwd missing') { both('pwd', cwd: '/usr/nope') }
    t('environment') { both('echo $A-$B-$HOME-$USER-$LANG-$LC_ALL', custom_environment: { 'A' => 'x', :B => 'y' }) }
    t('locale') { ENV['LC_TIME'] = 'de'; both('echo $LC_TIME-$LANG', override_locale: false) }
    t('locale over') { both('echo $LC_TIME-$LANG', override_locale: true) }
    t('stdin') { File.write('/tmp/case/root/in', 'abc'); both('cat', stdinfile: '/tmp/case/root/in') }
    t('squelch') { both('echo x', squelch: true) }
    t('sensitive') { both('echo secret; false', sensitive: true, failonfail: true) }
    t('missing') { both(['/nonexistent/x', 'y'], failonfail: false, combine: false) }
    t('missing shell') { both('nonexistent-x 2>/dev/null; true') }
    t('not executable') { File.write('/tmp/case/root/nox', 'x'); both(['/tmp/case/root/nox'], failonfail: false) }
    t('provider') { [execute('echo p'), self.class.execute('echo q')] }
    t('util') { Puppet::Util::Execution.util_execute('echo u') }
    t('output') { Puppet::Util::Execution::ProcessOutput.new('x', 2).then { |o| [o == 'x', o.exitstatus, o.is_a?(String)] } }
    t('uid unknown') { both('id', uid: 'nobody-such') }
    t('execpipe') { execpipe('printf "a\nb\n"') { |pipe| pipe.readlines } }
    t('execpipe array') { execpipe(['echo', 'x']) { |pipe| pipe.read } }
    t('execpipe fails') { execpipe('echo bad; exit 2') { |pipe| pipe.read } }
    t('execpipe each') { lines = []; execpipe('printf "1\n2\n"') { |pipe| pipe.each { |line| lines << line.chomp } }; lines }
  end
end
