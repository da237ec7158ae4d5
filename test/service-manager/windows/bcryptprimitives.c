/* What Wine before version 9 lacks and programs of Bun need: random bytes, by the function that it has. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG bytes);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T bytes) {
  return SystemFunction036(buffer, (ULONG)bytes);
}
