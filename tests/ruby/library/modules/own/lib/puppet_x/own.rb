# frozen_string_literal: true

module PuppetX
  module Own
    class Shouted < Puppet::Parameter
      munge { |value| value.to_s.upcase }
    end

    class OneOf < Puppet::Property
      def self.initvars
        super
        newvalues(:common)
      end

      validate do |value|
        raise ArgumentError, "#{name} cannot be zero" if value.to_s == '0'

        self.class.value_collection.validate(value)
      end
    end

    module Helpers
      LIMIT = 3

      def text_property(name, **options)
        newproperty(name, **options) do
          desc "The text #{name}."
          validate { |value| raise ArgumentError, "#{name} is longer than #{LIMIT}" if value.to_s.length > LIMIT }
        end
      end
    end

    module InstanceHelpers
      def greeting = "hello #{self[:name]} from #{self.class.name}"
    end
  end
end
