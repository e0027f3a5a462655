/* Both halves must work in one program, with the library of the headers; with an argument, the
 * library's version. */
#include <carom/carom.h>
#include <stdio.h>

int float_half(void);
int double_half(void);

int main(int count, char **arguments) {
    (void)arguments;
    if (count > 1) puts(carom_version_text());
    return float_half() && double_half() && carom_version() == CAROM_VERSION ? 0 : 1;
}
