class m { o::d { 'x': } }
