# A fact that needs itself.
Facter.add(:circle_self) { setcode { Facter.value(:circle_self) } }
Facter.add(:circle_rescued) do
  setcode do
    Facter.value(:circle_rescued)
  rescue StandardError => e
    "#{e.class}: #{e.message}"
  end
end
Facter.add(:circle_part) { setcode { Facter.value('circle_part.key') } }
