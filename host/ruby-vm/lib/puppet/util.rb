# frozen_string_literal: true

module Puppet
  module Util
    # Log messages.
    module Log
      def self.create(options) = Puppet.public_send(options.fetch(:level), options.fetch(:message))
      def self.level = :notice
    end

    # Comparison of package versions.
    module Package
      PARTS = /[-.]|\d+|[^-.\d]+/

      module_function

      # Compares two versions by their parts: numbers, words, `.` and `-`. Returns -1, 0 or 1.
      def versioncmp(one, other, ignore_trailing_zeroes = false) # rubocop:disable Style/OptionalBooleanParameter
        one, other = [one, other].map { |version| without_trailing_zeroes(version) } if ignore_trailing_zeroes
        parts, others = [one, other].map { |version| version.scan(PARTS) }
        pair = parts.zip(others).find { |mine, theirs| mine != theirs }
        pair&.all? ? compare_parts(*pair) : one <=> other
      end

      # Compares two different parts. Numbers with leading zeroes are compared as texts.
      def compare_parts(one, other)
        %w[- .].each do |separator|
          return -1 if one == separator
          return 1 if other == separator
        end
        numbers = [one, other].all?(/\A(?:0|[1-9]\d*)\z/) && [one, other].none?('0')
        numbers ? one.to_i <=> other.to_i : one.upcase <=> other.upcase
      end

      def without_trailing_zeroes(version)
        first, *rest = version.split('-')
        [first.to_s.sub(/[.0]+\z/, ''), *rest].join('-')
      end
    end

    module Platform
      def self.windows? = false
      def self.solaris? = false
      def self.default_paths = []
    end

    module Json
      def self.load(text, **options) = JSON.parse(text, **options)
      def self.dump(value, **options) = options[:pretty] ? JSON.pretty_generate(value) : JSON.generate(value)
    end

    module Yaml
      class YamlLoadError < Puppet::Error; end

      def self.safe_load(text, classes = [], _file = nil)
        YAML.safe_load(text, permitted_classes: classes, aliases: true)
      rescue Psych::Exception => e
        raise YamlLoadError, e.message
      end

      def self.safe_load_file(file, classes = []) = safe_load(File.read(file), classes, file)
      def self.load_file(file, *) = safe_load_file(file, [Symbol])
      def self.dump(value, *) = YAML.dump(value)
    end

    def self.windows? = false
  end
end

# Versions as in the metadata of modules.
module SemanticPuppet
  class Version
    include Comparable

    attr_reader :major, :minor, :patch, :prerelease

    # A version that does not have the form MAJOR.MINOR.PATCH.
    class ValidationFailure < ArgumentError; end

    PATTERN = /\A(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?\z/

    def self.parse(text)
      parts = PATTERN.match(text.to_s) or raise ValidationFailure, "Unable to parse '#{text}' as a semantic version identifier"
      new(parts[1].to_i, parts[2].to_i, parts[3].to_i, parts[4])
    end

    def self.valid?(text) = PATTERN.match?(text.to_s)

    def initialize(major, minor, patch, prerelease = nil)
      @major = major
      @minor = minor
      @patch = patch
      @prerelease = prerelease
    end

    def <=>(other)
      return nil unless other.is_a?(Version)

      order = [major, minor, patch] <=> [other.major, other.minor, other.patch]
      return order unless order.zero?

      compare_prerelease(other.prerelease)
    end

    def to_s = [[major, minor, patch].join('.'), prerelease].compact.join('-')
    def stable? = prerelease.nil?

    private

    # A version without a prerelease is greater; numbers are less than words.
    def compare_prerelease(other)
      return 0 if prerelease == other
      return prerelease ? -1 : 1 if prerelease.nil? || other.nil?

      key = ->(text) { text.split('.').map { |part| part.match?(/\A\d+\z/) ? [0, part.to_i, ''] : [1, 0, part] } }
      key.call(prerelease) <=> key.call(other)
    end
  end
end

require 'marotte/libraries'
require 'puppet/system_files'
require 'puppet/posix'
require 'puppet/execution'
require 'puppet/file_system'
require 'puppet/feature'
require 'puppet/filetype'
require 'puppet/ini_config'
require 'puppet/docs'
require 'puppet/confine'
require 'puppet/provider'
require 'puppet/parsed_file'
require 'marotte/sessions'
