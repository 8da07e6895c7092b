# A class named plan
class plan { }
