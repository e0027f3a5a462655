// carom from C++.
#include <carom/carom.h>

int main() {
    const carom_segment segment{{0, 0, -1}, {0, 0, 1}};
    const carom_triangle triangle{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    return carom_overlap_segment_triangle(&segment, &triangle) ? 0 : 1;
}
