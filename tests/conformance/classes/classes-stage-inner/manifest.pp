# A class in a stage that another class declares
stage { first: before => Stage[main] }
class a { class { b: stage => first } } class b { notify { b: } }
include a
