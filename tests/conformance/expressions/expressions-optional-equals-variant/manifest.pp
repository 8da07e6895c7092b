# Types that take the same values are equal
notice(Variant[Integer,String] < Scalar, Optional[Integer] < Variant[Integer,Undef], NotUndef[Integer] < Integer, Undef < Optional[Integer])
