# import of a bare glob
import nodes/*
