require File.expand_path('../own_base', __dir__)
Puppet::Type.type(:own_probe).provide(:objects, parent: Puppet::Provider::OwnBase) do
  mk_resource_methods
  has_feature :shiny
  def probe
    other = self.class.new(name: 'n', ensure: :present, 'text' => 1)
    t('name') { [other.name, name] }
    t('no name') { self.class.new.name }
    t('get') { [other.get(:ensure), other.get('ensure'), other.get(:nope)] }
    t('set') { other.set('a' => 1, b: 2); [other.get(:a), other.get('b')] }
    t('clear') { other.clear; other.resource }
    t('resource') { [resource.class, @resource.equal?(resource), other.resource] }
    t('compare') { [other == self, other <=> self, other <=> 5, [other].include?(self)] }
    t('strings') { [to_s, other.to_s, inspect] }
    t('property_hash') { [@property_hash, other.instance_variable_get(:@property_hash).keys] }
    t('reader') { [other.ensure, other.count] }
    t('writer') { other.count = 5; [other.count, other.get(:count)] }
    t('features') { [self.class.features, self.class.feature?(:shiny), feature?(:counting), self.class.declared_feature?(:shiny), self.class.satisfies?(:shiny, :counting), satisfies?([:shiny]), shiny?, self.class.feature?(:nope)] }
    t('supports') { [self.class.supports_parameter?(:only_shiny), self.class.supports_parameter?(:count), self.class.supports_parameter?(:name)] }
    t('supports unknown') { self.class.supports_parameter?(:nope) }
    t('specificity') { [self.class.specificity, self.class.default?] }
    t('ancestors') { self.class.superclass.name.inspect + self.class.superclass.to_s }
    t('constant') { Puppet::Type::Own_probe::ProviderObjects.equal?(self.class) }
    t('lookup') { [Puppet::Type.type(:own_probe).provider(:objects).equal?(self.class), Puppet::Type.type(:own_probe).provider(:nope)] }
    t('instances') { self.class.instances }
    t('methods') { %i[debug info notice warning err crit alert emerg].all? { |m| respond_to?(m) && self.class.respond_to?(m) } }
    t('fail') { self.fail('it', 'failed') }
    t('fail class') { self.fail(ArgumentError, 'it') }
    t('devfail') { devfail('dev') }
    t('resource api') { [resource[:name], resource.title, resource.ref, resource.name, resource.should(:ensure), resource.value(:ensure), resource.type] }
    t('command class') { Puppet::Provider::Command.new('x', 'own-echo', Puppet::Util, Puppet::Util::Execution, failonfail: true, combine: true).then { |c| [c.name, c.executable, c.execute('hey')] } }
    t('command missing') { Puppet::Provider::Command.new('x', 'own-nope', Puppet::Util, Puppet::Util::Execution).execute }
  end
end
