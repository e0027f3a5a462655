# Kernels on lanes, x_kernel.c: one source for all sets of instructions (simd/simd.h), which is compiled once for each of
# them. SIMD_SET is the set's name. avx2 and avx512 are for x86 alone; who calls them asks the machine first. The set
# scalar, lanes in plain C, is what the others are compared with: only the tests hold it. Where the target has no lanes,
# native is that, too (simd/simd.h).
set(CAROM_LIBRARY_SETS native avx2 avx512)
set(CAROM_KERNEL_SETS native avx2)
# with no lanes at all; what is written in the compilers' own vectors (simd/triple.h) is that on any machine
set(CAROM_SCALAR_KERNELS cast_lanes hull_float_search mpr_float bvh8_cut near pair ray_packet batch probe)
# and in registers of 64 bytes
set(CAROM_AVX512_KERNELS ray_packet batch probe)

set(CAROM_SET_FLAGS_native "")
# Lanes in plain C, all inlined: a sanitizer would take minutes to compile them, and sees the same kernels in the set native.
set(CAROM_SET_FLAGS_scalar "")
# MemorySanitizer does not know what code without it has written.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize=memory")
  set(CAROM_SET_FLAGS_scalar -fno-sanitize=all $<$<C_COMPILER_ID:GNU>:-fno-var-tracking>)
endif()
# FMA for f8_mad_about alone: -ffp-contract=off keeps it out of all else.
set(CAROM_SET_FLAGS_avx2 -mavx2 -mfma)
set(CAROM_SET_FLAGS_avx512 -mavx2 -mfma -mavx512f -mavx512dq -mavx512vl)
# gcc 12 omits vzeroupper beside a call of a static function of which it knows the registers (tools/check_vzeroupper.py).
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND CAROM_SET_FLAGS_avx2 -fno-ipa-ra)
  list(APPEND CAROM_SET_FLAGS_avx512 -fno-ipa-ra)
endif()

# Targets <name>_<set> of the kernels given, for each of the sets, with what `template` makes a target of; they are listed in
# <name>_KERNELS.
function(carom_kernels name template sets)
  set(targets "")
  foreach(set ${sets})
    if(set MATCHES avx AND NOT CAROM_AVX2)
      continue()
    endif()
    set(sources "")
    foreach(source ${ARGN})
      get_filename_component(kernel ${source} NAME)
      string(REPLACE "_kernel.c" "" kernel ${kernel})
      string(TOUPPER ${set} upper)
      if(set IN_LIST CAROM_KERNEL_SETS OR kernel IN_LIST CAROM_${upper}_KERNELS)
        list(APPEND sources ${source})
      endif()
    endforeach()
    if(sources)
      cmake_language(CALL ${template} ${name}_${set} ${sources})
      target_compile_definitions(${name}_${set} PRIVATE SIMD_SET=${set} SIMD_${upper})
      target_compile_options(${name}_${set} PRIVATE ${CAROM_SET_FLAGS_${set}})
      list(APPEND targets ${name}_${set})
    endif()
  endforeach()
  set(${name}_KERNELS ${targets} PARENT_SCOPE)
endfunction()
