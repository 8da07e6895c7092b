# ERB with the variables of the method.
require 'erb'

Puppet::Functions.create_function(:'vm_new::page') do
  dispatch :render do
    param 'Hash[String, Any]', :values
  end

  def render(values)
    template = <<~TEXT
      <%- values.each do |key, value| -%>
      <%= key %> = <%= ERB::Util.html_escape(value) %>
      <%- end -%>
      # <%= values.size %> <%% end
    TEXT
    ERB.new(template, trim_mode: '-').result(binding)
  end
end
