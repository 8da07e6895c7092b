# realize of nothing does nothing
realize([])
