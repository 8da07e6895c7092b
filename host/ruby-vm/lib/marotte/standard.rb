# frozen_string_literal: true

# Parts of the standard library that the interpreter does not have.

# Base64, which is not part of Ruby 3.4.
module Base64
  module_function

  def encode64(text) = [text].pack('m')
  def decode64(text) = text.unpack1('m')
  def strict_encode64(text) = [text].pack('m0')
  def strict_decode64(text) = text.unpack1('m0')
  def urlsafe_encode64(text, padding: true) = strict_encode64(text).tr('+/', '-_').then { |code| padding ? code : code.delete('=') }

  def urlsafe_decode64(text)
    text = text.tr('-_', '+/')
    strict_decode64(text.ljust((text.length + 3) / 4 * 4, '='))
  end
end

class SocketError < StandardError; end

# Constants that other libraries need. Connections cannot be made, which code must expect in any case.
class BasicSocket < IO
  def self.new(*) = raise(SocketError, 'Ruby code cannot use sockets here')
  def self.open(*) = new
end

class Socket < BasicSocket
  AF_UNSPEC = 0
  AF_INET = 2
  AF_INET6 = 10
  SOCK_STREAM = 1
  IPPROTO_TCP = 6
  TCP_NODELAY = 1

  def self.gethostname = Facter.value('hostname').to_s
  def self.tcp(*) = new
end

class IPSocket < BasicSocket
  def self.getaddress(*) = new
end

class TCPSocket < IPSocket; end
class TCPServer < TCPSocket; end
class UDPSocket < IPSocket; end
class UNIXSocket < BasicSocket; end

%w[base64 socket socket.so io/wait].each { |name| $LOADED_FEATURES << "/marotte/#{name.delete_suffix('.so')}.rb" }

# The text form of hashes before Ruby 3.4: code of modules makes values of it, and messages contain it.
module Marotte
  module HashText
    @open = []

    class << self
      attr_reader :open
    end

    def inspect
      return '{}' if empty?
      return '{...}' if HashText.open.any? { |one| one.equal?(self) }

      HashText.open.push(self)
      begin
        "{#{map { |key, value| "#{key.inspect}=>#{value.inspect}" }.join(', ')}}"
      ensure
        HashText.open.pop
      end
    end

    def to_s = inspect
  end
end

Hash.prepend(Marotte::HashText) if { 1 => 2 }.inspect == '{1 => 2}'

# In a nested call, the garbage collector cannot see all values, so that it must not run on request.
module GC
  def self.start(**) = nil
end

module ObjectSpace
  def self.garbage_collect(**) = nil
end

# Methods and constants of Ruby 3.1, with which Puppet 7 runs, that later versions do not have.
[File, Dir, FileTest].each do |owner|
  owner.define_singleton_method(:exists?) { |path| exist?(path) } unless owner.respond_to?(:exists?)
end

module Kernel
  %i[taint untaint trust untrust].each { |name| define_method(name) { self } unless method_defined?(name) }
  %i[tainted? untrusted?].each { |name| define_method(name) { false } unless method_defined?(name) }

  def =~(_other) = nil unless method_defined?(:=~)
end

Fixnum = Integer unless Object.const_defined?(:Fixnum)
Bignum = Integer unless Object.const_defined?(:Bignum)

# In a nested call, the garbage collector cannot see all values, so that it must not run on request.
module GC
  def self.start(**) = nil
end

module ObjectSpace
  def self.garbage_collect(**) = nil
end

module Marotte
  # Names that `require` accepts without a file: the library contains them.
  PROVIDED = %r{\A(?:base64|csv|net/ftp|rexml/\w+|rubygems/\w+|socket|io/wait|facter|puppet|puppet_x|pson|(?:puppet|facter)/.*)\z}

  # Files of modules take precedence over parts of the library, which has no files.
  module Require
    def require(name)
      super
    rescue LoadError => e
      raise unless e.path == name.to_s && Marotte::PROVIDED.match?(name.to_s)

      false
    end
  end
end

Object.prepend(Marotte::Require)

# Translations, of which there are none.
module Kernel
  def _(text) = text
  def n_(one, many, count) = count == 1 ? one : many
end

# Code of modules that is shared by their types and functions.
module PuppetX; end

# Puppet's variant of JSON.
module PSON
  class ParserError < StandardError; end

  def self.parse(text, **options)
    JSON.parse(text, **options)
  rescue JSON::ParserError => e
    raise ParserError, e.message
  end

  def self.load(text) = parse(text)
  def self.generate(value, *) = JSON.generate(value)
  def self.pretty_generate(value, *) = JSON.pretty_generate(value)
end

require 'marotte/commands'
