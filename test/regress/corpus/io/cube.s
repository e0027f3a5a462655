ssolid a cube, with the word facet in its name
 facet normal 0 0 0
  outer loop
   vertex 0 0 0
   vertex 0 1 0
   vertex 1 1 0
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 0
   vertex 1 1 0
   vertex 1 0 0
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 1
   vertex 1 0 1
   vertex 1 1 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 1
   vertex 1 1 1
   vertex 0 1 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 0
   vertex 1 0 0
   vertex 1 0 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 0
   vertex 1 0 1
   vertex 0 0 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 1 0 0
   vertex 1 1 0
   vertex 1 1 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 1 0 0
   vertex 1 1 1
   vertex 1 0 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 1 1 0
   vertex 0 1 0
   vertex 0 1 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 1 1 0
   vertex 0 1 1
   vertex 1 1 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 0
   vertex 0 0 1
   vertex 0 1 1
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 0 0 0
   vertex 0 1 1
   vertex 0 1 0
  endloop
 endfacet
endsolid a cube
