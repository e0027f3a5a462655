pply
format ascii 1.0
element vertex 3000000000
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
