# A type is less only if the other way round does not hold
notice(Tuple[Integer] < Array[Integer], Array[Integer,1,1] < Tuple[Integer], Struct[{a=>Integer}] < Hash[String,Integer], Hash[String,Integer] < Struct[{a=>Integer}])
