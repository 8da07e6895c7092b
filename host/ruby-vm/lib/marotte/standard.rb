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

# Constants that other libraries need. Connections cannot be made.
class BasicSocket < IO
  def self.new(*) = raise(NotImplementedError, 'Ruby code cannot use sockets here')
  def self.open(*) = new
end

class SocketError < StandardError; end

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

module Kernel
  # Commands cannot be run.
  %i[system spawn exec fork `].each do |name|
    define_method(name) { |*arguments, **| raise NotImplementedError, "Ruby code cannot run commands here: #{arguments.join(' ')}" }
    module_function name
  end

  alias marotte_open open
  private :marotte_open

  def open(path, *arguments, **options, &block)
    raise NotImplementedError, "Ruby code cannot run commands here: #{path}" if path.to_s.start_with?('|')

    marotte_open(path, *arguments, **options, &block)
  end
  module_function :open
end

def IO.popen(*command, **) = raise(NotImplementedError, "Ruby code cannot run commands here: #{command.join(' ')}")

# In a nested call, the garbage collector cannot see all values, so that it must not run on request.
module GC
  def self.start(**) = nil
end

module ObjectSpace
  def self.garbage_collect(**) = nil
end

module Marotte
  # Names that `require` accepts without a file: the library contains them.
  PROVIDED = %r{\A(?:base64|socket|io/wait|facter|puppet|pson|(?:puppet|facter)/.*)\z}

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
