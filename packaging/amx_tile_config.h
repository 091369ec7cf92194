/* WORKAROUND: read by the compiler ahead of each C++ file of llama.cpp (native_library.py).
   GCC 12 declares that _tile_loadconfig reads 8 bytes of the 64 that it reads, and drops the stores
   to the other 56: a processor with AMX then ends the process at its first matrix. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#include <immintrin.h>
#define _tile_loadconfig(config) \
    __asm__ volatile("ldtilecfg\t%X0" ::"m"(*(const char(*)[64])(config)))
#endif
