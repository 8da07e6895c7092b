require File.expand_path('../own_base', __dir__)
Puppet::Type.type(:own_probe).provide(:util, parent: Puppet::Provider::OwnBase) do
  def mode(path) = format('%o', File.stat(path).mode)
  def probe
    d = '/tmp/case/root/util'
    Dir.mkdir(d)
    t('which') { [Puppet::Util.which('own-echo'), which('sh') == Puppet::Util.which('sh'), which('own-nope'), which('/bin/sh'), which('/etc/passwd')] }
    t('withenv') { Puppet::Util.withenv('OWN' => '1', :SYM => '2') { [ENV['OWN'], ENV['SYM'], `echo $OWN`] } + [ENV['OWN']] }
    t('withenv nested') { withenv('PATH' => '/nope') { which('sh') } }
    t('env') { [Puppet::Util.get_env('HOME'), Puppet::Util.get_env('OWN_NOPE')] }
    t('umask') { Puppet::Util.withumask(0o077) { File.write("#{d}/u", 'x'); `umask` + mode("#{d}/u") } }
    t('open mode') { File.open("#{d}/m", 'w', 0o640) { |f| f.puts 1 }; mode("#{d}/m") }
    t('open flags') { File.open("#{d}/e", File::CREAT | File::EXCL | File::WRONLY, 0o600) { |f| f.print 1 }; mode("#{d}/e") }
    t('open excl again') { File.open("#{d}/e", File::CREAT | File::EXCL | File::WRONLY, 0o600) { |f| f.print 1 } }
    t('open keeps') { File.open("#{d}/m", 'w', 0o600) { |f| f.puts 2 }; mode("#{d}/m") }
    t('write perm') { File.write("#{d}/w", 'x', perm: 0o604); mode("#{d}/w") }
    t('mkdir') { Dir.mkdir("#{d}/s", 0o700); mode("#{d}/s") }
    t('mkdir_p') { FileUtils.mkdir_p("#{d}/p/q", mode: 0o750); [mode("#{d}/p"), mode("#{d}/p/q")] }
    t('chmod') { [File.chmod(0o711, "#{d}/w"), mode("#{d}/w")] }
    t('chmod missing') { File.chmod(0o711, "#{d}/nope") }
    t('f.chmod') { File.open("#{d}/w", 'a') { |f| f.chmod(0o622) }; mode("#{d}/w") }
    t('fu chmod') { FileUtils.chmod('u=rw,g+x,o-w', "#{d}/w"); mode("#{d}/w") }
    t('fu chmod_R') { FileUtils.chmod_R(0o770, "#{d}/p"); [mode("#{d}/p"), mode("#{d}/p/q")] }
    t('chown') { File.chown(65534, nil, "#{d}/w"); [File.stat("#{d}/w").uid, File.stat("#{d}/w").gid] }
    t('fu chown') { FileUtils.chown('root', 'nogroup', "#{d}/w"); [File.stat("#{d}/w").uid, File.stat("#{d}/w").gid] }
    t('fu chown_R') { FileUtils.chown_R('nobody', nil, "#{d}/p"); File.stat("#{d}/p/q").uid }
    t('fu chown unknown') { FileUtils.chown('nobody-such', nil, "#{d}/w") }
    t('cp') { FileUtils.cp("#{d}/w", "#{d}/c"); mode("#{d}/c") }
    t('cp preserve') { FileUtils.cp("#{d}/w", "#{d}/c2", preserve: true); [mode("#{d}/c2"), File.stat("#{d}/c2").gid] }
    t('copy') { FileUtils.copy("#{d}/w", "#{d}/c3"); File.read("#{d}/c3") }
    t('mv') { FileUtils.mv("#{d}/c3", "#{d}/c4"); [File.exist?("#{d}/c3"), mode("#{d}/c4")] }
    t('cp_r') { FileUtils.cp_r("#{d}/p", "#{d}/pp"); Dir.children("#{d}/pp") }
    t('install') { FileUtils.install("#{d}/w", "#{d}/i", mode: 0o755); mode("#{d}/i") }
    t('touch') { FileUtils.touch("#{d}/t"); mode("#{d}/t") }
    t('ln_s') { FileUtils.ln_s("#{d}/w", "#{d}/l"); [File.readlink("#{d}/l"), File.lstat("#{d}/l").symlink?, File.lstat("#{d}/l").ftype, mode("#{d}/l")] }
    t('rm_rf') { FileUtils.rm_rf("#{d}/pp"); File.exist?("#{d}/pp") }
    t('lchown') { File.lchown(65534, 65534, "#{d}/l"); [File.lstat("#{d}/l").uid, File.stat("#{d}/l").uid] }
    t('stat') { s = File.stat('/tmp'); [s.directory?, s.sticky?, s.world_writable?, s.setuid?, s.owned?, s.uid] }
    t('executable?') { [File.executable?('/bin/sh'), File.executable?("#{d}/m"), FileTest.executable?('/bin/sh'), File.executable?('/nope')] }
    t('world') { [File.world_readable?("#{d}/m"), File.world_readable?("#{d}/t"), File.world_writable?('/tmp'), File.world_readable?('/nope')] }
    t('pathname') { p = Pathname.new("#{d}/w"); p.chmod(0o640); [format('%o', p.stat.mode), p.executable?, p.writable?, p.owned?] }
    t('stat new') { format('%o', File::Stat.new("#{d}/w").mode) }
    t('replace_file') { Puppet::Util.replace_file("#{d}/w", 0o600) { |f| f.print 'new' }; [File.read("#{d}/w"), mode("#{d}/w"), File.stat("#{d}/w").gid] }
    t('replace new') { Puppet::Util.replace_file("#{d}/rn", 0o604) { |f| f.print 'new' }; mode("#{d}/rn") }
    t('replace symbolic') { Puppet::Util.replace_file("#{d}/rs", 'u=rw,g=r') { |f| f.print 'new' }; mode("#{d}/rs") }
    t('replace no block') { Puppet::Util.replace_file("#{d}/rs", 0o600) }
    t('replace bad mode') { Puppet::Util.replace_file("#{d}/rs", 'xyz') { |f| f.print 'new' } }
    t('replace directory') { Puppet::Util.replace_file("#{d}/p", 0o600) { |f| f.print 'new' } }
    t('tempfile') { f = Tempfile.new('own'); f.puts 'x'; f.close; m = mode(f.path); p = f.path; f.unlink; [m, p.start_with?('/tmp/own'), File.exist?(p)] }
    t('tempfile ext') { Tempfile.create(['a', '.b']) { |f| [File.extname(f.path), mode(f.path)] } }
    t('tempfile block') { Tempfile.open('z') { |f| f.write('q'); f.flush; File.read(f.path) } }
    t('mktmpdir') { Dir.mktmpdir('own') { |x| [mode(x), x.start_with?('/tmp/own')] } }
    t('tmpdir') { Dir.tmpdir }
    t('home') { [Dir.home, Dir.home('root'), File.expand_path('~/x'), File.expand_path('~root/y'), File.expand_path('z', '/a')] }
    t('home unknown') { Dir.home('nobody-such') }
    t('flock') { File.open("#{d}/m") { |f| f.flock(File::LOCK_EX) } }
    t('umask value') { [File.umask, File.umask(0o027), File.umask(0o022)] }
    t('absolute') { [absolute_path?('/a'), absolute_path?('a'), Puppet::Util.absolute_path?('C:/x', :windows)] }
    t('symbolize') { Puppet::Util.symbolizehash('a' => 1, 2 => 3) }
    t('uri') { [Puppet::Util.path_to_uri('/a b').to_s, Puppet::Util.uri_to_path(URI('file:///a%20b')), Puppet::Util.uri_encode('/a b?c=d e')] }
    t('rand') { Puppet::Util.deterministic_rand(5, 100) }
    t('symbolic') { [Puppet::Util.symbolic_mode_to_int('u=rwx,g+rx,o-x', 0o644), Puppet::Util.symbolic_mode_to_int('a+X', 0o644), Puppet::Util.symbolic_mode_to_int('a+X', 0o755), Puppet::Util.symbolic_mode_to_int('u+s,g+s,o+t', 0o755), Puppet::Util.symbolic_mode_to_int('g=u', 0o740)].map { |x| x.to_s(8) } }
    t('symbolic bad') { Puppet::Util.symbolic_mode_to_int('u=q') }
    t('symbolic bad 2') { Puppet::Util.symbolic_mode_to_int('u=r,g=z') }
    t('symbolic bad 3') { Puppet::Util.symbolic_mode_to_int('999') }
    t('symbolic bad 4') { Puppet::Util.symbolic_mode_to_int('u-X') }
    t('valid mode') { %w[644 0644 u=rw a+x,g-w x 888 99999].map { |m| Puppet::Util.valid_symbolic_mode?(m) } }
    t('normalize') { [Puppet::Util.normalize_symbolic_mode('0644'), Puppet::Util.normalize_symbolic_mode(420), Puppet::Util.normalize_symbolic_mode('u=r'), Puppet::Util.display_mode('644')] }
    t('checksums') { [Puppet::Util::Checksums.md5('x'), Puppet::Util::Checksums.sha256lite('y' * 600), Puppet::Util::Checksums.sha512?('x'), Puppet::Util::Checksums.sha1_file("#{d}/w"), Puppet::Util::Checksums.sumtype('{md5}abc'), Puppet::Util::Checksums.sumdata('{md5}abc'), Puppet::Util::Checksums.checksum?('{md5}abc').class] }
    t('known') { Puppet::Util::Checksums.known_checksum_types }
    t('versioncmp') { [Puppet::Util::Package.versioncmp('1.2', '1.10'), Puppet::Util::Package.versioncmp('1.0', '1.0')] }
    t('selinux') { [Puppet::Util::SELinux.selinux_support?] }
    t('suid') { [Puppet::Util::SUIDManager.uid, Puppet::Util::SUIDManager.euid, Puppet::Util::SUIDManager.root?, Puppet::Util::SUIDManager.asuser('root') { :ran }, Puppet::Util::SUIDManager.convert_xid(:uid, 'root')] }
    t('suid unknown') { Puppet::Util::SUIDManager.convert_xid(:uid, 'nobody-such') }
    t('file delete') { File.delete("#{d}/m"); File.unlink("#{d}/e"); [File.exist?("#{d}/m")] }
  end
end
