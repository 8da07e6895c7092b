# frozen_string_literal: true

module Marotte
  # The facts that files of modules add, and the requests of the host for them:
  #
  # - `load_facts` with `files`, and `debug` and `trace` if these modes of Facter shall change. The reply has `facts`: their names,
  #   with the files that add resolutions; and `errors`: each has the `file`, the `message` for the log, the `class` and a `trace`.
  # - `fact_value` with `name`, `has_built_in`, and `built_in`: the value of the host's own fact. The reply has the `value` and the
  #   `file` of the resolution that gave it, which is nil for the host's value.
  module Facts
    @facts = {}
    @found = {}
    @loaded = []
    @cleared = []
    @adding = Hash.new { |files, name| files[name] = [] }
    @loading = []
    @search_path = []
    @requests = 0

    class << self
      attr_reader :search_path

      # Loads files, each of them once.
      def load_facts(request)
        Facter.debugging(request['debug']) if request.key?('debug')
        Facter.trace(request['trace']) if request.key?('trace')
        files = request['files']
        errors = serving { files.filter_map { |file| load_file(file) } }
        facts = @adding.transform_values { |adding| adding & files }
        { 'facts' => facts.reject { |_, adding| adding.empty? }, 'errors' => errors }
      end

      # Evaluates a fact.
      def fact_value(request)
        name = request['name'].downcase.to_sym
        built_in = request['has_built_in'] ? Values.decode(request['built_in']) : nil
        load_again unless @facts.key?(name)
        fact = @facts[name] or return { 'value' => Values.encode(built_in), 'file' => nil }

        value = serving { fact.evaluate(built_in) }
        { 'value' => value.nil? ? nil : Values.encode(FactValues.data(value)), 'file' => value.nil? ? nil : fact.source }
      end

      # Whether code of facts runs, which can run commands.
      def busy? = @requests.positive?

      # The file that is being loaded.
      def current_file = @loading.last

      # Returns the fact with a name, which is new if there was none.
      def define(name, options)
        name = name.to_s.downcase.to_sym
        @adding[name.to_s] |= [current_file] if current_file
        @facts[name]&.extract_ldapname_option!(options)
        @facts[name] ||= Facter::Util::Fact.new(name, options)
      end

      # Returns a fact with its value, or nil if there is none.
      def find(query)
        return @found[query] if @found.key?(query)

        exists, value = resolve(query)
        exists ? @found[query] = Facter::ResolvedFact.new(query, value) : nil
      end

      # Returns the values of all facts.
      def all
        @facts.each_value(&:check_recursion)
        values = Marotte.value('facts')
        names = @facts.keys.map(&:to_s) - values.keys
        values.merge(names.to_h { |name| [name, find(name)&.value] }.compact)
      end

      # Returns whether a fact exists, and its value. The host knows which of several facts with a name is used, and asks for
      # the value of those in Ruby.
      def resolve(query)
        own_fact(query)&.first&.check_recursion
        load_searched(query)
        answer = Marotte.value('fact', name: query)
        load_of_modules(query) if answer.nil? && own_fact(query).nil?
        fact, keys = own_fact(query)
        return [!answer.nil?, answer] unless fact && (fact.evaluated? || answer.nil?)

        value = fact.evaluated? ? fact.known_value : fact.evaluate(nil)
        part = FactValues.part(FactValues.with_text_keys(value), keys)
        [true, answer.nil? || FactValues.data(part) == answer ? part : answer]
      rescue IndexError, TypeError
        [!answer.nil?, answer]
      end

      def flush
        @facts.each_value(&:flush)
        nil
      end

      def clear(with_values:)
        @facts.clear
        @cleared |= @loaded
        @loaded.clear
        @search_path.clear
        @found.clear if with_values
        nil
      end

      private

      # Runs code of facts.
      def serving(&block)
        @requests += 1
        TimeLimit.isolated(&block)
      ensure
        @requests -= 1
      end

      # Returns the fact with the longest name that a query begins with, and the keys after it.
      def own_fact(query)
        words = query.split('.')
        words.length.downto(1) do |count|
          fact = @facts[words.first(count).join('.').to_sym]
          return [fact, words.drop(count)] if fact
        end
        nil
      end

      # Loads a file and returns a description of the error, if there is one.
      def load_file(file)
        return if @loaded.include?(file)

        @loaded << file
        loading(file) { Kernel.load(file) }
        nil
      rescue ScriptError => e
        @loaded.delete(file)
        describe(e, file, "Error loading fact #{file}: #{Values.text(e.message)}")
      rescue Unwind, NotFound
        raise
      rescue Exception => e # rubocop:disable Lint/RescueException
        describe(e, file, "error while resolving custom facts in #{file} #{Values.text(e.message)}")
      end

      def loading(file)
        @loading.push(file)
        yield
      ensure
        @loading.pop
      end

      def describe(error, file, message)
        text = Values.text(Facter.exception_text(error, message))
        { 'file' => file, 'message' => text, 'class' => error.class.name.to_s, 'trace' => Marotte.trace(error) }
      end

      # Loads the file of a fact in the directories of Facter.search.
      def load_searched(query)
        report(search_path.map { |directory| File.join(directory, "#{query}.rb") }.select { |file| File.file?(file) })
      end

      # Loads the file of a fact that the host does not know: code of types can use the facts of its own module.
      def load_of_modules(query)
        files = $LOAD_PATH.map { |directory| File.join(directory, 'facter', "#{query}.rb") }
        report(files.select { |file| readable?(file) })
      end

      def readable?(file)
        File.open(file, &:close)
        true
      rescue SystemCallError
        false
      end

      # Loads the files again after Facter.clear.
      def load_again
        files = @cleared - @loading
        @cleared = []
        report(files)
      end

      def report(files)
        files.filter_map { |file| load_file(file) }.each { |error| Facter::Log.write(:error, error['message']) }
      end
    end
  end
end
