# The namevar is brought into its form
owned { 'ABC': color => 'new' }
