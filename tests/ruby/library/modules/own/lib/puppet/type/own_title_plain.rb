# frozen_string_literal: true

Puppet::Type.newtype(:own_title_plain) do
  def self.title_patterns
    [[/\A(\w+)@(\w+)\z/, [[:user], [:host]]], [/\A(\w+)\z/, [[:user]]]]
  end

  newparam(:user, namevar: true)
  newparam(:host, namevar: true) { defaultto 'localhost' }

  validate { fail 'no root' if self[:user] == 'root' }
end
