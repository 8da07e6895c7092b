require File.expand_path('../own_base', __dir__)
Puppet::Type.type(:own_probe).provide(:optional, parent: Puppet::Provider::OwnBase) do
  optional_commands missing: 'own-missing', echo: 'own-echo'
  has_command(:env, 'own-env') { environment 'OWN' => 'yes', HOME: '/h'; is_optional }
  has_command(:gone, '/nonexistent/tool') { is_optional }
  def probe
    t('missing') { missing('x') }
    t('gone') { gone }
    t('path') { [command(:missing), command(:echo)] }
    t('env') { env }
    t('suitable') { [self.class.suitable?, self.class.suitable?(false)] }
  end
end
