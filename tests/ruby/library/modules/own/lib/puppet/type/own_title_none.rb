# frozen_string_literal: true

Puppet::Type.newtype(:own_title_none) do
  def self.title_patterns = [[/\A(.*)\z/, [[:key]]]]

  newproperty(:key)
end
