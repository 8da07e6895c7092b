# frozen_string_literal: true

Puppet::Type.newtype(:own_values) do
  desc 'Allowed values of attributes.'

  newparam(:name, namevar: true) { desc 'The name.' }

  newproperty(:state) do
    desc 'A state.'
    newvalues(:running, :stopped)
    newvalues(/\Astep-\d+\z/, /^x{2,}$/i)
    aliasvalue(:on, :running)
    aliasvalue('off', :stopped)
  end

  newproperty(:level) do
    newvalue(:low) { provider.level = 'low' }
    newvalue(:high, event: :level_raised) { 'done' }
    newvalue('with space')
    newvalue(:true)
    newvalue(:false)
    newvalue(5)
  end

  newparam(:flag) do
    newvalues(:true, :false, 'maybe', '')
    aliasvalue(:yes, :true)
    defaultto :false
  end

  newparam(:pattern) { newvalues(/^\d+$/) }
  newparam(:free)
end
