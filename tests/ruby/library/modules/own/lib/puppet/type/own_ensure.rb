# frozen_string_literal: true

Puppet::Type.newtype(:own_ensure) do
  ensurable do
    desc 'What state.'

    newvalue(:present, event: :made) { resource.calls << :make }
    newvalue(:absent) { resource.calls << :unmake }
    newvalue(:latest, invalidate_refreshes: true) { resource.calls << :update }
    newvalue(/\d+/) { resource.calls << should }
    aliasvalue(:installed, :present)

    def retrieve = resource.state
    def insync?(is) = is == should || (should == :latest && is == '9')
    def change_to_s(current, desired) = desired == :latest ? "went to the latest from #{current}" : super
  end

  newparam(:name)

  def calls = @calls ||= []
  def state = self[:name] == 'there' ? :present : :absent
end
