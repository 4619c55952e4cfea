// -Wno-deprecated
#assert abc (def)
#assert abc (g h  i)
#if #abc (def) && #abc( g  h i ) && #abc && !#abc (x) && !#none
yes
#endif
#unassert abc (def)
#if !#abc (def) && #abc
yes
#endif
#unassert abc
#if !#abc
yes
#endif
