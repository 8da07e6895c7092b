# Versions and ranges of versions.
Puppet::Functions.create_function(:'vm_new::release') do
  dispatch :single do
    param 'SemVer', :version
  end

  dispatch :within do
    param 'SemVer', :version
    param 'SemVerRange', :range
  end

  dispatch :text do
    param 'String', :text
  end

  def single(version)
    [version.major, version.minor, version.patch, version.prerelease, version.to_s, SemanticPuppet::Version.new(version.major + 1, 0, 0)]
  end

  def within(version, range)
    [range.include?(version), range.to_s]
  end

  def text(text)
    version = SemanticPuppet::Version.parse(text)
    version > SemanticPuppet::Version.parse('1.0.0') ? version : 'old'
  end
end
