# frozen_string_literal: true

module Puppet
  module ResourceApi
    # Connections to remote devices, which are not supported.
    module Transport
      class << self
        def reject(subject)
          raise DevError, "Connections to remote devices are not supported here: #{subject} cannot be used"
        end

        %i[register list list_all_transports connect validate inject_device init_transports].each do |name|
          define_method(name) { |*| reject("Puppet::ResourceApi::Transport.#{name}") }
        end
      end

      # A device for a transport.
      class Wrapper
        def self.new(*) = Transport.reject(self)
      end
    end
  end
end
