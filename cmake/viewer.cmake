# cmake -DFOLDER=web/viewer -DOUT=page.c -P viewer.cmake: the page that the commands fill with data, as two arrays of bytes: what stands
# before the data, and what stands after it.
function(bytes_of out)
  set(hex "")
  foreach(name ${ARGN})
    file(READ ${FOLDER}/${name} part HEX)
    string(APPEND hex ${part})
  endforeach()
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  set(${out} "${hex}" PARENT_SCOPE)
endfunction()
bytes_of(before head.html style.css body.html)
bytes_of(after script.html math.js shaders.js scene.js camera.js list.js notes.js view.js clash.js simulate.js main.js tail.html)
file(WRITE ${OUT}.new "/* Made by cmake/viewer.cmake from web/viewer/. */
#include \"html/html_viewer.h\"

const unsigned char html_before[] = {\n${before}\n};
const size_t html_before_size = sizeof html_before;
const unsigned char html_after[] = {\n${after}\n};
const size_t html_after_size = sizeof html_after;
")
file(RENAME ${OUT}.new ${OUT})
