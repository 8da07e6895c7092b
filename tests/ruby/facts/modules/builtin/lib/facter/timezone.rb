# A fact without resolutions hides the built-in fact.
Facter.define_fact(:timezone)
