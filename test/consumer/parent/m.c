#error "this is not the mathematics library"
