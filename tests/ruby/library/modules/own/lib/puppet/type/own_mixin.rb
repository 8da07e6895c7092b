# frozen_string_literal: true

require_relative '../../puppet_x/own'

Puppet::Type.newtype(:own_mixin) do
  extend PuppetX::Own::Helpers
  include PuppetX::Own::InstanceHelpers

  self::NAMES = %w[alpha beta].freeze

  def self.count = self::NAMES.size

  newparam(:name)
  text_property(:short)
  text_property(:list, array_matching: :all)
  self::NAMES.each { |name| newproperty(name) { desc "Number #{name}." } }
  %i[gamma delta].each { |name| newparam(name) { munge { |value| "#{name}=#{value}" } } }
end
