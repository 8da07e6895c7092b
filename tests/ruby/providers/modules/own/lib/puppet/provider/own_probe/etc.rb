require File.expand_path('../own_base', __dir__)
Puppet::Type.type(:own_probe).provide(:etc, parent: Puppet::Provider::OwnBase) do
  def probe
    t('getpwnam') { e = Etc.getpwnam('root'); [e.name, e.uid, e.gid, e.dir, e.shell] }
    t('getpwnam unknown') { Etc.getpwnam('nobody-such') }
    t('getgrnam') { Etc.getgrnam('root').gid }
    t('getgrnam unknown') { Etc.getgrnam('nobody-such') }
    t('getpwuid') { [Etc.getpwuid(0).name, Etc.getpwuid.name] }
    t('getpwuid unknown') { Etc.getpwuid(123456) }
    t('getgrgid') { [Etc.getgrgid(0).name, Etc.getgrgid(65534).name] }
    t('getgrgid unknown') { Etc.getgrgid(123456) }
    t('passwd') { names = []; Etc.passwd { |e| names << e.name }; [names.include?('root'), names.include?('nobody')] }
    t('group') { names = []; Etc.group { |e| names << e.name }; names.include?('root') }
    t('getpwent') { Etc.setpwent; one = Etc.getpwent.name; Etc.endpwent; one }
    t('puppet etc') { [Puppet::Etc.getpwnam('root').uid, Puppet::Etc.getgrnam('root').name] }
    t('util uid') { ['root', 'nobody-such', 0, '0', 'nobody', 123456].map { |x| Puppet::Util.uid(x) } }
    t('util gid') { ['root', 'nobody-such', 0, '0', 'nogroup'].map { |x| Puppet::Util.gid(x) } }
    t('process') { [Process.uid, Process.euid, Process.gid, Process.egid] }
    t('posix field') { Puppet::Util.get_posix_field(:passwd, :name, 0) }
    t('features') { [Puppet.features.posix?, Puppet.features.root?, Puppet.features.microsoft_windows?, Puppet.features.own_feature?, Puppet.features.own_missing?, Puppet.features.manages_symlinks?] }
    t('feature add') { Puppet.features.add(:own_added) { 1 + 1 == 2 }; Puppet.features.add(:own_libs, libs: ['set', 'own_no_such_library']); [Puppet.features.own_added?, Puppet.features.own_libs?] }
    t('csv') { require 'csv'; CSV.parse(%("a","b c"\n1,"x""y"\n)) }
  end
end
