ssolid a
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1.5e0 0 0
vertex 0 1 0
endloop
endfacet
endsolid a
solid
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1.5e0 0 0
vertex 0 1 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1.5e0 0 0
vertex 0 1 0
endloop
endfacet
endsolid
