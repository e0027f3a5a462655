pply
format ascii 1.0
comment the unit cube
element vertex 8
property uchar red
property double x
property float y
property float z
element face 6
property list uchar int vertex_indices
element edge 1
property int vertex1
property int vertex2
end_header
255 0 0 0
255 1 0 0
255 1 1 0
255 0 1 0
255 0 0 1
255 1 0 1
255 1 1 1
255 0 1 1
4 0 3 2 1
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 0 4 7 3
0 1
