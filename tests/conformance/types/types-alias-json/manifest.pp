# A recursive alias of what JSON can hold
type Json = Variant[Scalar, Undef, Array[Json], Hash[String, Json]]
notice({a=>[1,{b=>undef}]} =~ Json, {1=>2} =~ Json, type(1) =~ Type[Json])
