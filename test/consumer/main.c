/* Both halves must work in one program. */
int float_half(void);
int double_half(void);

int main(void) {
    return float_half() && double_half() ? 0 : 1;
}
