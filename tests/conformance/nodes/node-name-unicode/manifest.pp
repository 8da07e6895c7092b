# Letters outside of ASCII are refused
node 'bücher.example' { }
