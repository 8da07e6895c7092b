# extra
class a { nosuch() }
notify { "r": }
