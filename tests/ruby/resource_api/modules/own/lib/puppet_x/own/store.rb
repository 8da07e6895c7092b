# frozen_string_literal: true

require 'json'

module PuppetX; end

module PuppetX::Own
  # Resources of one type in a file of the directory next to that of the modules.
  class Store
    STATE = File.expand_path('../../../../../state', __dir__)

    def initialize(name)
      @file = File.join(STATE, "#{name}.json")
    end

    def all
      return [] unless File.exist?(@file)

      JSON.parse(File.read(@file)).map { |resource| resource.transform_keys(&:to_sym) }
    end

    def put(resource, *keys)
      keys = [:name] if keys.empty?
      rest = all.reject { |one| keys.all? { |key| one[key] == resource[key] } }
      write(rest + [resource])
    end

    def delete(names)
      write(all.reject { |one| names.all? { |key, value| one[key] == value } })
    end

    # Writes a line of a journal.
    def note(text)
      File.open(@file.sub(/json$/, 'log'), 'a') { |file| file.puts(text) }
    end

    private

    def write(resources)
      resources = resources.sort_by { |one| one.values.first.to_s }
      File.write(@file, "#{JSON.generate(resources)}\n")
    end
  end
end
