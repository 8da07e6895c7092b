# frozen_string_literal: true

# Libraries that modules use and the interpreter lacks or does not load by itself.

require 'csv'
require 'deep_merge'
require 'racc/parser'
require 'resolv'
require 'uri'
require 'rexml/document'

# Comparisons of versions, without the rest of RubyGems.
module Gem; end unless defined?(Gem)

%w[Version Requirement].each { |name| require "rubygems/#{name.downcase}" unless Gem.const_defined?(name) }

begin
  require 'net/ftp'
rescue LoadError
  # Transfers with this protocol cannot be made.
  module Net
    class FTP
      def self.new(*, **) = raise(NotImplementedError, 'Ruby code cannot use FTP here')
      def self.open(*, **) = new
    end
  end
end

# Methods that Ruby had when modules were written for it.
class Object
  # Objects do not match patterns.
  def =~(_other) = nil unless method_defined?(:=~)

  def taint = self
  def untaint = self
  def tainted? = false
end

module URI
  class << self
    def escape(text, *unsafe) = DEFAULT_PARSER.escape(text, *unsafe)
    def unescape(text) = DEFAULT_PARSER.unescape(text)
    alias encode escape
    alias decode unescape
  end
end
