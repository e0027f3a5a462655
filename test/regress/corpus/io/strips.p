pply
format ascii 1.0
element vertex 6
property float x
property double y
property float z
element tristrips 2
property list int int vertex_indices
end_header
0 0 0
1 1 0
2 0 0
3 1 0
4 0 0
5 1 0
10 0 1 2 3 -1 1 2 -1 3 -1
4 2 3 4 5
