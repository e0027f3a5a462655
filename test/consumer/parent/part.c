/* A program of the parent project. */
int float_half(void);

int main(void) {
    return float_half() ? 0 : 1;
}
