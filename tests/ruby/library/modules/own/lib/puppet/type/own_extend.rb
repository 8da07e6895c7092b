# frozen_string_literal: true

require 'puppet/parameter/boolean'

Puppet::Type.newtype(:own_extend) do
  newparam(:name)
  newparam(:plain)

  def self.checks = @checks ||= []

  def self.newcheck(name, options = {}, &block)
    checks << name
    newparam(name, options, &block)
  end

  newcheck(:only) do
    validate { |value| raise ArgumentError, 'only is empty' if value == '' }
    def check(value) = value == 'yes'
  end
  newcheck(:never, parent: Puppet::Parameter::Boolean) { def check(value) = !value }

  def check_all = self.class.checks.to_h { |name| [name, self[name].nil? ? nil : parameter(name).check(self[name])] }
end
