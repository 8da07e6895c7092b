require File.expand_path('../own_base', __dir__)
require 'puppet/util/filetype'
require 'puppet/util/inifile'
Puppet::Type.type(:own_probe).provide(:filesystem, parent: Puppet::Provider::OwnBase) do
  def probe
    d = '/tmp/case/root/fs'
    fs = Puppet::FileSystem
    t('mkpath') { fs.mkpath("#{d}/a/b"); fs.directory?("#{d}/a/b") }
    t('open') { fs.open("#{d}/f", 0o640, 'w') { |f| f.print "one\ntwo\n" }; format('%o', fs.stat("#{d}/f").mode) }
    t('exist') { [fs.exist?("#{d}/f"), fs.exist?(Pathname.new("#{d}/f")), fs.file?("#{d}/f"), fs.directory?(d), fs.exist?('/nope'), fs.writable?("#{d}/f"), fs.executable?("#{d}/f")] }
    t('bad path') { fs.exist?(5) }
    t('read') { [fs.read("#{d}/f"), fs.read("#{d}/f", encoding: 'utf-8'), fs.binread("#{d}/f").encoding, fs.read_preserve_line_endings("#{d}/f")] }
    t('each_line') { lines = []; fs.each_line("#{d}/f") { |line| lines << line }; lines }
    t('names') { [fs.dir("#{d}/f").to_s, fs.dir_string("#{d}/f"), fs.basename("#{d}/f"), fs.basename_string("#{d}/f"), fs.pathname('/x').class, fs.path_string(Pathname.new('/y')), fs.expand_path('z', '/a')] }
    t('dir_exist') { [fs.dir_exist?("#{d}/f"), fs.dir_exist?('/no/such')] }
    t('children') { fs.children(d).map(&:to_s).sort }
    t('touch') { fs.touch("#{d}/t"); fs.size("#{d}/t") }
    t('symlink') { fs.symlink("#{d}/f", "#{d}/l"); [fs.symlink?("#{d}/l"), fs.readlink("#{d}/l"), fs.lstat("#{d}/l").ftype] }
    t('chmod') { fs.chmod(0o600, "#{d}/f"); format('%o', fs.stat("#{d}/f").mode) }
    t('unlink') { fs.unlink("#{d}/t", "#{d}/l"); fs.exist?("#{d}/t") }
    t('compare') { fs.compare_stream("#{d}/f", StringIO.new("one\ntwo\n")) }
    t('exclusive') { fs.exclusive_create("#{d}/x", 0o600) { |f| f.print 1 }; fs.exclusive_create("#{d}/x", 0o600) { |f| f.print 1 } }
    t('exclusive_open') { fs.exclusive_open("#{d}/x", 0o600, 'a+') { |f| f.print 2 }; fs.read("#{d}/x") }
    t('replace') { fs.replace_file("#{d}/f") { |f| f.print 'new' }; [fs.read("#{d}/f"), format('%o', fs.stat("#{d}/f").mode)] }
    t('replace new') { fs.replace_file("#{d}/r") { |f| f.print 'new' }; format('%o', fs.stat("#{d}/r").mode) }
    t('replace mode') { fs.replace_file("#{d}/r", 0o604) { |f| f.print 'new' }; format('%o', fs.stat("#{d}/r").mode) }
    t('unique') { fs::Uniquefile.open_tmp('own') { |f| f.print 'x'; f.flush; [File.read(f.path), format('%o', File.stat(f.path).mode)] } }
    t('flat') do
      type = Puppet::Util::FileType.filetype(:flat)
      file = type.new("#{d}/flat")
      before = file.read
      file.write("# HEADER: x\nline\n")
      [before, file.read, format('%o', File.stat("#{d}/flat").mode), type.name, file.path, file.synced.class]
    end
    t('flat mode') { Puppet::Util::FileType.filetype(:flat).new("#{d}/flat2", 0o644).write('x'); format('%o', File.stat("#{d}/flat2").mode) }
    t('flat nil') { Puppet::Util::FileType.filetype(:flat).new(nil) }
    t('flat missing directory') { Puppet::Util::FileType.filetype(:flat).new('/no/such/x').write('x') }
    t('ram') { type = Puppet::Util::FileType.filetype(:ram); type.new('a').write('t'); [type.new('a').read, type.new('b').read] }
    t('unknown') { Puppet::Util::FileType.filetype(:nope) }
    t('new type') do
      Puppet::Util::FileType.newfiletype(:owntype) { def read = "# HEADER y\nq"; def write(text) = raise('broken'); def remove; end }
      type = Puppet::Util::FileType.filetype(:owntype)
      [type.new('x').read, (type.new('x').write('z') rescue [$!.class, $!.message])]
    end
    t('ini') do
      File.write("#{d}/ini", "; c\n[one]\na=1\nb = two words\n cont\n\n[two]\n# x\nc=3\n")
      ini = Puppet::Util::IniConfig::File.new
      ini.read("#{d}/ini")
      names = []
      ini.each_section { |section| names << [section.name, section.file, section.entries, section.dirty?] }
      ini['one']['a'] = '9'
      ini['one']['z'] = 'new'
      ini['two'].destroy = true
      ini.add_section('three', "#{d}/ini")['k'] = 'v'
      ini.add_section('four', "#{d}/ini2")['k'] = 'v'
      ini.store
      [names, File.read("#{d}/ini"), File.read("#{d}/ini2"), ini.include?('one'), ini.include?('no'), ini['one']['b'], ini.get_section('two').destroy?]
    end
    t('ini duplicate') { ini = Puppet::Util::IniConfig::File.new; ini.read("#{d}/ini"); ini.add_section('one', "#{d}/ini") }
    t('ini garbage') { File.write("#{d}/bad", "[a]\nnonsense\n"); Puppet::Util::IniConfig::File.new.read("#{d}/bad") }
    t('ini outside') { File.write("#{d}/bad", "a=1\n"); Puppet::Util::IniConfig::File.new.read("#{d}/bad") }
    t('ini missing') { Puppet::Util::IniConfig::PhysicalFile.new("#{d}/nope").read }
    t('ini physical') { f = Puppet::Util::IniConfig::PhysicalFile.new("#{d}/phys", destroy_empty: true); f.add_section('s')['a'] = '1'; f.store; g = f.sections.first; g.destroy = true; f.store; File.exist?("#{d}/phys") }
    t('ini format') { s = Puppet::Util::IniConfig::Section.new('n', 'f'); s['a'] = 1; s['b'] = nil; s.add_line("# l\n"); [s.format, s['a'], s['zz'], s.dirty?] }
  end
end
