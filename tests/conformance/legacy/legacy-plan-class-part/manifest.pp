# A class with a part named plan
class a::plan { notify { 'p': } }
include a::plan
