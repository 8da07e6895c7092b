# frozen_string_literal: true

module Puppet
  class Property
    # Whether a resource exists.
    class Ensure < Property
      @name = :ensure

      DEFAULT = -> { resource.managed? ? :present : nil }
      private_constant :DEFAULT

      # Declares the values `present` and `absent`.
      def self.defaultvalues
        newvalue(:present) { marotte_change(:create) }
        newvalue(:absent) { marotte_change(:destroy) }
        defaultto(&DEFAULT)
        @doc ||= 'The basic property that the resource should be in.'
      end

      defaultto(&DEFAULT)

      def change_to_s(current, desired)
        return 'created' if current == :absent || current.nil?
        return 'removed' if desired == :absent

        "#{name} changed #{is_to_s(current)} to #{should_to_s(desired)}"
      rescue Puppet::Error
        raise
      rescue StandardError => e
        raise Puppet::DevError, "Could not convert change #{name} to string: #{e}", e.backtrace
      end

      def retrieve
        owner = [resource.provider, resource].compact.find { |one| one.respond_to?(:exists?) }
        raise Puppet::DevError, "No ability to determine if #{resource.class.name} exists" unless owner

        owner.exists? ? :present : :absent
      end

      private

      # Calls the provider, or the resource if the provider does not have the method.
      def marotte_change(method)
        (resource.provider.respond_to?(method) ? resource.provider : resource).public_send(method)
        nil
      end
    end

    # A property that is true or false.
    class Boolean < Property
      def unsafe_munge(value) = Puppet::Coercion.boolean(value)
    end

    # A list without order. Values that exist stay, unless the membership is inclusive.
    class List < Property
      def membership = :membership
      def inclusive? = resource[membership] == :inclusive
      def delimiter = ','
      def dearrayify(array) = array.sort.join(delimiter)
      def add_should_with_current(should, current) = (current.is_a?(Array) ? should + current : should).uniq
      def is_to_s(current) = current == :absent ? super : current.join(delimiter) # rubocop:disable Naming/PredicatePrefix
      def prepare_is_for_comparison(is) = dearrayify(is == :absent ? [] : is)
      def insync?(is) = is ? prepare_is_for_comparison(is) == should : true
      def marotte_canonical = @should && dearrayify(@should)

      def should
        return nil unless @should

        dearrayify(inclusive? ? @should : add_should_with_current(@should, retrieve))
      end

      def retrieve
        found = provider && provider.public_send(name)
        return :absent if !found || found == :absent

        found.instance_of?(Array) ? found : found.split(delimiter)
      end
    end

    # A list whose order matters.
    class OrderedList < List
      def add_should_with_current(should, current) = current.is_a?(Array) ? should + (current - should) : should
      def dearrayify(array) = array.join(delimiter)
    end

    # Keys with values. Keys that exist stay, unless the membership is inclusive.
    class KeyValue < Property
      class << self
        attr_accessor :log_only_changed_or_new_keys
      end

      self.log_only_changed_or_new_keys = false

      def membership = :key_value_membership
      def inclusive? = resource[membership] == :inclusive
      def separator = '='
      def delimiter = ';'
      def should_to_s(value) = hash_to_key_value_s(value)
      def is_to_s(value) = hash_to_key_value_s(value) # rubocop:disable Naming/PredicatePrefix
      def insync?(is) = is ? is == should : true
      def marotte_canonical = @should && hashify_should

      def hash_to_key_value_s(hash)
        hash = hash.slice(*@changed_or_new_keys) if self.class.log_only_changed_or_new_keys
        hash.map { |pair| pair.join(separator) }.join(delimiter)
      end

      # Returns the desired values as a hash.
      def hashify_should
        return @should.first if @should.first.is_a?(Hash)

        @should.to_h do |text|
          key, value = text.split(separator)
          [key.strip.to_sym, value]
        end
      end

      def process_current_hash(current)
        return {} if current == :absent

        current.each_key { |key| current[key] = nil } if inclusive?
        current
      end

      def should
        return nil unless @should

        current = process_current_hash(retrieve)
        desired = current.merge(hashify_should)
        @changed_or_new_keys ||= desired.keys.reject { |key| current.key?(key) && current[key] == desired[key] }
        desired
      end

      def retrieve = (provider && provider.public_send(name)) || :absent

      validate do |value|
        unless value.is_a?(String) || value.is_a?(Hash)
          raise ArgumentError, "The #{name} property must be specified as a hash or an array of key/value pairs (strings)!"
        end
        next if value.is_a?(Hash) || value.include?(separator)

        raise ArgumentError, "Key/value pairs must be separated by '#{separator}'"
      end

      munge do |value|
        value.is_a?(String) ? value : value.to_h { |key, element| [key.to_s.strip.to_sym, element.to_s] }
      end
    end
  end
end
