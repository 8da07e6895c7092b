# frozen_string_literal: true

module Puppet
  module Util
    # Users and groups.
    module POSIX
      LOCALE_ENV_VARS = %w[LANG LC_ALL LC_MESSAGES LANGUAGE LC_COLLATE LC_CTYPE LC_MONETARY LC_NUMERIC LC_TIME].freeze
      USER_ENV_VARS = %w[HOME USER LOGNAME].freeze

      # Returns the names of the groups that have a user as a member.
      def self.groups_of(user) = Marotte::Accounts.groups.select { |group| group.mem.include?(user) }.map(&:name).uniq

      # Returns the number of a group or user, or nil if it does not exist.
      def gid(group) = account(:group, :gid, group)
      def uid(user) = account(:user, :uid, user)

      # Returns a member of the entry with a name or number.
      def get_posix_field(space, field, id)
        raise Puppet::DevError, 'Did not get id from caller' if id.nil?

        key = id.is_a?(Integer) ? { id: id } : { name: id.to_s }
        found = Marotte::Accounts.public_send(methodbyid(space) == :getgrgid ? :group : :user, **key)
        found.respond_to?(field) ? found.public_send(field) : nil
      end

      def search_posix_field(space, field, id) = get_posix_field(space, field, id)
      def idfield(space) = methodbyid(space) == :getgrgid ? :gid : :uid

      def methodbyid(space)
        case space.to_sym
        when :gr, :group then :getgrgid
        when :pw, :user, :passwd then :getpwuid
        else raise ArgumentError, 'Can only handle users and groups'
        end
      end

      def methodbyname(space) = methodbyid(space) == :getgrgid ? :getgrnam : :getpwnam

      private

      def account(kind, member, value)
        key = value.is_a?(Integer) || value.to_s.match?(/\A-?\d+\z/) ? { id: value.to_i } : { name: value.to_s }
        Marotte::Accounts.public_send(kind, **key)&.public_send(member)
      end
    end

    extend POSIX

    # Modes of files as texts.
    module SymbolicFileMode
      OCTAL = /\A0?[0-7]{1,4}\z/
      CLAUSE = /[ugoa]*[-=+][-=+rstwxXugo]*/
      BITS = { 'r' => 4, 'w' => 2, 'x' => 1 }.freeze
      SHIFTS = { 'u' => 6, 'g' => 3, 'o' => 0 }.freeze

      def valid_symbolic_mode?(value)
        value = normalize_symbolic_mode(value)
        value.is_a?(String) && (OCTAL.match?(value) || value.match?(/\A#{CLAUSE}(?:,#{CLAUSE})*\z/))
      end

      def display_mode(value) = OCTAL.match?(value) ? value.rjust(4, '0') : value

      def normalize_symbolic_mode(value)
        case value
        when nil then nil
        when Numeric then value.to_s(8)
        else OCTAL.match?(value) ? value.to_i(8).to_s(8) : value
        end
      end

      # Returns the number that a mode makes of another one.
      def symbolic_mode_to_int(modification, to_mode = 0, is_a_directory = false)
        raise Puppet::Error, 'An empty mode string is illegal' if modification.nil? || modification == ''
        return modification.to_i(8) if modification.match?(/\A[0-7]+\z/)
        raise Puppet::Error, 'Numeric modes must be in octal, not decimal!' if modification.match?(/\A\d+\z/)

        modification.split(/\s*,\s*/).inject(to_mode & 0o7777) do |mode, clause|
          Clause.new(clause, mode, is_a_directory || to_mode.anybits?(0o111)).apply
        rescue Puppet::Error => e
          place = clause == modification ? '' : " at #{clause.inspect}"
          raise Puppet::Error, "#{e.message}#{place} in symbolic mode #{modification.inspect}"
        end
      end

      # One part of a symbolic mode, such as `u+x`.
      class Clause
        def initialize(text, mode, executable)
          @who, @actions = text.match(/\A([ugoa]*)([-+=].*)\z/)&.captures
          raise Puppet::Error, 'Missing action' if @actions.nil?

          @before = mode
          @mode = mode
          @executable = executable
        end

        def apply
          targets = (@who.empty? ? 'a' : @who).gsub('a', 'ugo').chars.uniq
          targets.each { |target| apply_to(target) }
          @mode
        end

        private

        def apply_to(target)
          shift = SHIFTS.fetch(target)
          action = nil
          @actions.each_char do |letter|
            if '-+='.include?(letter)
              action = letter
              @mode &= ~(7 << shift) if letter == '='
            else
              change(action, bits(letter, target, shift, action))
            end
          end
        end

        def change(action, bits) = action == '-' ? @mode &= ~bits : @mode |= bits

        def bits(letter, target, shift, action)
          case letter
          when 'r', 'w', 'x' then BITS.fetch(letter) << shift
          when 'u', 'g', 'o' then ((@before >> SHIFTS.fetch(letter)) & 7) << shift
          when 'X' then conditional(action, shift)
          when 's' then { 'u' => 0o4000, 'g' => 0o2000, 'o' => 0o1000 }.fetch(target)
          when 't' then 0o1000
          else raise Puppet::Error, 'Unknown operation'
          end
        end

        def conditional(action, shift)
          raise Puppet::Error, "X only works with the '+' operator" unless action == '+'

          @executable ? 1 << shift : 0
        end
      end
    end

    extend SymbolicFileMode

    # Changes of the user and group. Only commands can have another one.
    module SUIDManager
      module_function

      %i[uid euid gid egid groups].each do |name|
        define_method(name) { Process.public_send(name) }
        module_function name
      end

      def root? = Process.uid.zero?

      # Runs a block as another user, which is only possible if it is the current one.
      def asuser(new_uid = nil, new_gid = nil)
        return yield if !root? || (new_uid.nil? && new_gid.nil?)

        wanted = { uid: new_uid, gid: new_gid }.compact.reject { |kind, id| convert_xid(kind, id) == Process.public_send("e#{kind}") }
        return yield if wanted.empty?

        raise Puppet::Error, "Ruby code cannot run as another user here (#{wanted.map { |kind, id| "#{kind} #{id}" }.join(', ')})"
      end

      def convert_xid(type, id)
        return id if id.is_a?(Integer)

        name = { uid: 'user', gid: 'group' }[type] or raise ArgumentError, "Invalid id type #{type}"
        Puppet::Util.public_send(type, id) || raise(Puppet::Error, "Invalid #{name}: #{id}")
      end

      %i[change_privileges change_user change_group initgroups].each do |name|
        define_method(name) { |*| raise NotImplementedError, "Puppet::Util::SUIDManager.#{name} is not available here" }
        module_function name
      end
    end

    # Security contexts of files: they belong to the host.
    module SELinux
      def self.selinux_support? = false
      def selinux_support? = false
      def get_selinux_current_context(_file) = nil
      def get_selinux_default_context(_file, _ensure = nil) = nil
      def set_selinux_context(_file, _value, _component = false) = nil
      def set_selinux_default_context(_file, _ensure = nil) = nil
      def parse_selinux_context(component, context)
        return nil if context.nil? || context == 'unlabeled'

        parts = context.match(/\A([^\s:]+):([^\s:]+):([^\s:]+)(?::([\sa-zA-Z0-9:,._-]+))?\z/)
        raise Puppet::Error, "Invalid context to parse: #{context}" if parts.nil?

        place = %i[seluser selrole seltype selrange].index(component) or raise Puppet::Error, 'Invalid SELinux parameter type'
        parts[place + 1]
      end
    end

    # Messages that are logged once.
    module Warnings
      module_function

      def warnonce(message) = once(:warning, message)
      def notice_once(message) = once(:notice, message)
      def debug_once(message) = once(:debug, message)
      def clear_warnings = Warnings.logged.clear && nil

      def once(level, message)
        Puppet.public_send(level, message) if Warnings.logged.add?([level, message])
        nil
      end
      private_class_method :once

      def self.logged = @logged ||= Set.new
    end
  end

  # Users and groups as Puppet reads them: their names are UTF-8.
  module Etc
    class << self
      %i[getpwnam getgrnam getpwuid getgrgid getpwent getgrent setpwent setgrent endpwent endgrent passwd group].each do |name|
        define_method(name) { |*arguments, &block| with_canonical_name(::Etc.public_send(name, *arguments, &block)) }
      end

      private

      def with_canonical_name(entry)
        entry&.define_singleton_method(:canonical_name) { name } if entry.is_a?(Struct)
        entry
      end
    end
  end
end
