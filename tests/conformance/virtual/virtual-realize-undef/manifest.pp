# realize refuses undef
realize(undef)
