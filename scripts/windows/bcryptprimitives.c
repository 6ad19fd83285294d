/*
 * The one function of bcryptprimitives.dll that programs written in Rust import, which Wine 8 does not have: random
 * bytes from the generator of advapi32.
 */
#include <windows.h>

#define LARGEST_REQUEST (1024u * 1024u)

BOOLEAN NTAPI SystemFunction036(void *buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *buffer, SIZE_T length)
{
    SIZE_T done = 0;

    while (done < length)
    {
        SIZE_T rest = length - done;
        ULONG request = rest < LARGEST_REQUEST ? (ULONG)rest : LARGEST_REQUEST;

        if (!SystemFunction036(buffer + done, request)) return FALSE;
        done += request;
    }
    return TRUE;
}
