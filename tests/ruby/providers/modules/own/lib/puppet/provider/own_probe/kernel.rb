require File.expand_path('../own_base', __dir__)
require 'open3'
require 'English'
Puppet::Type.type(:own_probe).provide(:kernel, parent: Puppet::Provider::OwnBase) do
  def probe
    t('backticks') { [`echo a`, $?.exitstatus, $CHILD_STATUS.success?] }
    t('backticks fail') { [`exit 3`, $?.exitstatus, $?.success?] }
    t('backticks missing') { `own-nonexistent` }
    t('%x') { %x{echo "x y"} }
    t('system') { [system('true'), system('false'), system('own-nonexistent'), system('exit 4'), $?.exitstatus] }
    t('system args') { system('test', 'a b', '=', 'a b') }
    t('system env') { system({ 'Q' => '1' }, 'test "$Q" = 1') }
    t('system exception') { system('false', exception: true) }
    t('system redirect') { system('echo hi', out: '/tmp/case/root/redirect'); File.read('/tmp/case/root/redirect') }
    t('system null') { system('echo hi; echo ho >&2', out: File::NULL, err: File::NULL) }
    t('system chdir') { system('pwd', chdir: '/usr', out: '/tmp/case/root/redirect'); File.read('/tmp/case/root/redirect') }
    t('popen') { IO.popen('echo a; echo b').readlines }
    t('popen block') { IO.popen(['echo', 'x y']) { |io| io.read } }
    t('popen status') { IO.popen('exit 6') { |io| io.read }; $?.exitstatus }
    t('popen write') { IO.popen('cat > /tmp/case/root/piped', 'w') { |io| io.puts 'x'; io.print 'y'; io << 'z' }; File.read('/tmp/case/root/piped') }
    t('popen both') { IO.popen('tr a-z A-Z', 'r+') { |io| io.puts 'abc'; io.close_write; io.read } }
    t('popen err') { IO.popen('echo e >&2', err: %i[child out]) { |io| io.read } }
    t('popen env') { IO.popen([{ 'Z' => '7' }, 'sh', '-c', 'echo $Z']).read }
    t('popen lines') { IO.popen('printf "1\n2\n"') { |io| io.each_line.map(&:to_i).sum } }
    t('popen gets') { IO.popen('printf "1\n2\n"') { |io| [io.gets, io.gets, io.gets, io.eof?] } }
    t('capture3') { Open3.capture3('cat; echo e >&2; exit 2', stdin_data: 'in').then { |o, e, s| [o, e, s.exitstatus, s.success?] } }
    t('capture2') { Open3.capture2('tr a b', stdin_data: 'aaa').first }
    t('capture2e') { Open3.capture2e({ 'V' => '1' }, 'sh', '-c', 'echo $V; echo e >&2').first }
    t('capture missing') { Open3.capture3('own-nonexistent', 'x') }
    t('popen3') { Open3.popen3('cat; echo e >&2') { |i, o, e, w| i.puts 'x'; i.close; [o.read, e.read, w.value.exitstatus] } }
    t('popen2e') { Open3.popen2e('echo o; echo e >&2') { |_i, o, w| [o.read, w.value.success?] } }
    t('spawn') { pid = spawn('exit 5'); Process.wait(pid); $?.exitstatus }
    t('wait2') { pid = Process.spawn('true'); Process.wait2(pid).last.exitstatus }
    t('signal') { system('kill -9 $$'); [$?.signaled?, $?.termsig, $?.exitstatus] }
    t('kill') { Process.kill(0, 999_999_9) }
    t('chdir') { Dir.chdir('/usr') { `pwd` } }
    t('timeout') { Timeout.timeout(0.3) { `sleep 5` } }
    t('timeout class') { Timeout.timeout(0.3, ArgumentError) { `sleep 5` } }
    t('timeout inside') { Timeout.timeout(5) { :fine } }
    t('timeout sleep') { Timeout.timeout(0.2) { sleep 3 } }
    t('status methods') { system('exit 3'); s = $?; [s.to_i, s.exited?, s == 768, s.stopped?, s.termsig] }
  end
end
