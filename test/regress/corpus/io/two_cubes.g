g{
 "asset": {
  "version": "2.0"
 },
 "scene": 0,
 "scenes": [
  {
   "nodes": [
    0
   ]
  }
 ],
 "nodes": [
  {
   "name": "both",
   "children": [
    1,
    2
   ],
   "scale": [
    2,
    2,
    2
   ]
  },
  {
   "name": "plain",
   "mesh": 0
  },
  {
   "name": "mirrored",
   "mesh": 0,
   "matrix": [
    -1,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    5,
    0,
    0,
    1
   ]
  }
 ],
 "meshes": [
  {
   "name": "cube",
   "primitives": [
    {
     "attributes": {
      "POSITION": 0
     },
     "indices": 1
    }
   ]
  }
 ],
 "accessors": [
  {
   "bufferView": 0,
   "componentType": 5126,
   "count": 8,
   "type": "VEC3",
   "min": [
    0,
    0,
    0
   ],
   "max": [
    1,
    1,
    1
   ]
  },
  {
   "bufferView": 1,
   "componentType": 5123,
   "count": 36,
   "type": "SCALAR"
  }
 ],
 "bufferViews": [
  {
   "buffer": 0,
   "byteLength": 96
  },
  {
   "buffer": 0,
   "byteOffset": 96,
   "byteLength": 72
  }
 ],
 "buffers": [
  {
   "byteLength": 168,
   "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAIA/AACAPwAAgD8AAIA/AAAAAAAAgD8AAIA/AAADAAIAAAACAAEABAAFAAYABAAGAAcAAAABAAUAAAAFAAQAAQACAAYAAQAGAAUAAgADAAcAAgAHAAYAAAAEAAcAAAAHAAMA"
  }
 ]
}
