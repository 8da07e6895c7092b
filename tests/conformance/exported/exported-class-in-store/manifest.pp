# Classes are not collected
class a {}
Class <<| |>>
