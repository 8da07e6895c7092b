# frozen_string_literal: true

# Merges nested hashes and arrays, with the interface of the gem deep_merge, which comes with Puppet. The interpreter does not have it.
module DeepMerge
  class InvalidParameter < StandardError; end

  SUPPORTED = %i[preserve_unmergeables overwrite_arrays sort_merged_arrays merge_hash_arrays extend_existing_arrays].freeze

  class << self
    # Merges `source` into `target` and returns it: values of `source` have precedence, arrays are united.
    def deep_merge!(source, target, options = {})
      unsupported = options.find { |name, value| value && !SUPPORTED.include?(name) }&.first
      raise NotImplementedError, "deep_merge: the option #{unsupported} is not supported here" if unsupported

      merge(source, target, options)
    end

    private

    def merge(source, target, options)
      keeps = options[:preserve_unmergeables]
      return target if source.nil?
      return source if !target && !keeps

      case source
      when Hash then merge_hash(source, target, options)
      when Array then merge_array(source, target, options)
      else merge_value(source, target, options)
      end
    end

    def merge_hash(source, target, options)
      source.each do |key, value|
        # As in the gem, the first key replaces a target that is not a hash, and an array is extended once for each key.
        if target.is_a?(Hash)
          target[key] = target[key] ? merge(value, target[key], options) : added(value, options)
        else
          target = merge_value(source, target, options)
        end
      end
      target
    end

    # Returns the value for a key that the target does not have. Nested values are copies.
    def added(value, options)
      value.is_a?(Hash) || value.is_a?(Array) ? merge(value, value.class.new, options) : value
    end

    def merge_array(source, target, options)
      return source if options[:overwrite_arrays]
      return merge_value(source, target, options) unless target.is_a?(Array)

      hashes = options[:merge_hash_arrays] && (source + target).all?(Hash)
      merged = hashes ? merge_elements(source, target, options) : target | source
      target.replace(options[:sort_merged_arrays] ? merged.sort : merged)
    end

    def merge_elements(source, target, options)
      Array.new([source.length, target.length].max) do |index|
        index < source.length ? merge(source[index], target[index] || {}, options) : target[index]
      end
    end

    def merge_value(source, target, options)
      return target.push(source) if target.is_a?(Array) && options[:extend_existing_arrays]

      options[:preserve_unmergeables] ? target : source
    end
  end
end

class Hash
  # Merges another hash into this one, whose values have precedence.
  def deep_merge!(source, options = {}) = DeepMerge.deep_merge!(source, self, { preserve_unmergeables: false }.merge(options))

  # Merges another hash into this one. Values of this hash are kept unless both are hashes or arrays.
  def deep_merge(source, options = {}) = DeepMerge.deep_merge!(source, self, { preserve_unmergeables: true }.merge(options))
end
