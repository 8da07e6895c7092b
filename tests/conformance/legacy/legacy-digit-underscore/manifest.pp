# A class whose name starts with an underscore
class _a { }
