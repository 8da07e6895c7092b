notice('top')
class m { notify { 'a': } }
