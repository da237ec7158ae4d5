import type { Pointer } from "bun:ffi";
import { ptr } from "bun:ffi";
import { serveQuestions } from "../../platform/worker-channel.ts";
import { wideText } from "../../platform/wide-text.ts";
import { SERVICE_NAMES } from "../service-plan.ts";
import { loadServiceLibrary } from "./service-functions.ts";

/* The thread that StartServiceCtrlDispatcherW keeps until the service has stopped. */

declare const self: Worker;

serveQuestions<Pointer, number>(self, (main) => {
  const library = loadServiceLibrary();
  const name = wideText(SERVICE_NAMES.win32);
  // SERVICE_TABLE_ENTRYW: a name and a function, and two zeros that end the table.
  const table = new BigUint64Array([BigInt(ptr(name)), BigInt(main), 0n, 0n]);
  const isDone = library.StartServiceCtrlDispatcherW(table) !== 0;
  return isDone ? 0 : library.GetLastError();
});
