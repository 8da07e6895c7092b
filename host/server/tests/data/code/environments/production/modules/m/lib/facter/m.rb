# frozen_string_literal: true

Facter.add(:m) do
  setcode { 'custom fact' }
end
