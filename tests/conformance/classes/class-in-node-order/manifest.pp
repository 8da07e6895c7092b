# extra
node default { include a }
class a { notify { 'a': } }
notify { 'top': }
