class m { }
node 'n' { }
