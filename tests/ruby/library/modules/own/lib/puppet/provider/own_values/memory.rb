# frozen_string_literal: true

Puppet::Type.type(:own_values).provide(:memory) do
  desc 'Keeps values.'
  attr_accessor :level, :state
end
