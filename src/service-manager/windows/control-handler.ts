import { type Pointer, toArrayBuffer } from "bun:ffi";
import type { ServiceLibrary } from "./service-functions.ts";

/** MEM_COMMIT with MEM_RESERVE; PAGE_READWRITE, PAGE_EXECUTE_READ. */
const ALLOCATE = 0x1000 | 0x2000;
const READ_WRITE = 0x04;
const EXECUTE_READ = 0x20;

/** Where in the code below the address stands that is called. */
const ADDRESS_OFFSET = 6;

/**
 * What the service manager is given as the handler: it calls ours and returns NO_ERROR. A function of ours that may be called
 * by any thread returns nothing, so that the manager would take whatever is in the register for an error.
 *
 *     sub rsp, 28h; mov rax, ADDRESS; call rax; xor eax, eax; add rsp, 28h; ret
 */
// oxfmt-ignore
const CODE = Uint8Array.of(
  0x48,
  0x83,
  0xec,
  0x28,
  0x48,
  0xb8,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0xff,
  0xd0,
  0x31,
  0xc0,
  0x48,
  0x83,
  0xc4,
  0x28,
  0xc3,
);

/**
 * The address of a handler that calls a function and tells the manager that all is well.
 * @param address of the function, which returns nothing
 * @throws Error where the processor is another one: Bun calls no functions of Windows there either
 */
export function controlHandler(address: Pointer, library: ServiceLibrary): bigint {
  if (process.arch !== "x64") throw new Error("there is no code for this processor");
  const memory = library.VirtualAlloc(null, CODE.length, ALLOCATE, READ_WRITE);
  if (memory === 0n) throw new Error("there is no memory");
  const code = Buffer.from(CODE);
  code.writeBigUInt64LE(BigInt(address), ADDRESS_OFFSET);
  new Uint8Array(toArrayBuffer(Number(memory) as Pointer, 0, code.length)).set(code);
  if (library.VirtualProtect(memory, CODE.length, EXECUTE_READ, new Uint32Array(1)) === 0)
    throw new Error("the memory cannot be executed");
  return memory;
}
