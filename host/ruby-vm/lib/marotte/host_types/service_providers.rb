# frozen_string_literal: true

module Marotte
  module HostTypes
    # Providers of services from which providers of modules inherit.
    module ServiceProviders
      # Starts and stops services with commands: those of the resource, or those that methods as `startcmd` return.
      COMMANDS = proc do
        desc 'Services that commands start and stop.'

        def self.instances = []

        # Without a command for it, a service is stopped and started.
        def restart
          if resource[:restart] || restartcmd
            service_command(:restart)
            nil
          else
            stop
            start
          end
        end

        def restartcmd = nil

        # Runs a command. An error concerns the resource.
        def service_execute(type, command, failonfail = true, squelch = false, combine = true)
          execute(command, failonfail: failonfail, override_locale: false, squelch: squelch, combine: combine)
        rescue Puppet::ExecutionFailure => e
          resource.fail(Puppet::Error, "Could not #{type} #{resource.ref}: #{e}", e)
        end

        def service_command(type, failonfail = true)
          service_execute(type, resource[type] ? [resource[type]] : Array(public_send(:"#{type}cmd")).flatten, failonfail)
        end

        def texecute(*arguments)
          service_execute(*arguments)
          nil
        end

        def ucommand(type, failonfail = true)
          service_command(type, failonfail)
          nil
        end
      end

      # Finds the processes of services by a pattern, unless they have commands.
      PROCESSES = proc do
        desc 'Services whose processes are found by a pattern.'

        commands kill: 'kill'

        def status
          return getpid ? :running : :stopped unless resource[:status] || statuscmd

          service_command(:status, false).exitstatus.zero? ? :running : :stopped
        end

        def start
          service_command(:start)
          nil
        end

        # Returns whether there was something to stop, or nil if a command has stopped it.
        def stop
          if resource[:stop] || stopcmd
            service_command(:stop)
            return nil
          end
          pid = getpid
          return end_process(pid) if pid

          info("#{name} is not running")
          false
        end

        def statuscmd = nil
        def stopcmd = nil
        def startcmd = resource[:binary] || raise(Puppet::Error, 'Services must specify a start command or a binary')

        private

        def getpid
          resource.fail('Either stop/status commands or a pattern must be specified') unless resource[:pattern]

          pattern = Regexp.new(resource[:pattern])
          debug("Executing 'ps -ef'")
          line = Puppet::Util::Execution.execute('ps -ef').scrub.each_line.find { |one| pattern.match?(one) } or return nil
          debug("Process matched: #{line}")
          line.split[1]
        end

        def end_process(pid)
          kill(pid)
          true
        rescue Puppet::ExecutionFailure => e
          resource.fail(Puppet::Error, "Could not kill #{name}, PID #{pid}: #{e.message}", e)
        end
      end

      # The parent and the body of each provider.
      ALL = { service: [nil, COMMANDS], base: [:service, PROCESSES] }.freeze
    end
  end
end
