import { expect, test } from "bun:test";
import { join } from "node:path";
import { binary } from "../binary.ts";

test("where it was built is not in the executable, so that every machine builds the same", async () => {
  const file = Buffer.from(await Bun.file(binary()).arrayBuffer());
  const root = join(import.meta.dir, "..", "..");
  for (const coding of ["utf8", "utf16le"] as const) expect(file.indexOf(Buffer.from(root, coding))).toBe(-1);
});
