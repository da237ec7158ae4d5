import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import type { Printer } from "../../src/domain/printer.ts";
import { Intake } from "../../src/intake/intake.ts";
import { DiskSpace } from "../../src/operations/disk-space.ts";
import { ServicePrinter } from "../../src/printers/service-printer.ts";
import { tooBusy } from "../../src/storage/memory-reservations.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import type { Writer } from "../../src/storage/writer.ts";
import { RealParts } from "../delivery/real-parts.ts";
import { temporaryFolder } from "../service.ts";

let folder: string;
let parts: RealParts;
let disk: DiskSpace;

beforeEach(async () => {
  folder = temporaryFolder();
  parts = await RealParts.start(folder);
  disk = new DiskSpace(folder, 0);
});
afterEach(async () => {
  disk.close();
  await parts.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A writer whose queue is full for some of the looks at it: while a print is encoded it may fill. */
function fullAt(writer: Writer, looks: readonly number[]): Writer {
  let look = 0;
  const isFull = () => looks.includes(++look);
  return {
    get isFull() {
      return isFull();
    },
    submit: (...given: Parameters<Writer["submit"]>) =>
      isFull() ? Promise.reject(tooBusy()) : writer.submit(...given),
  } as Writer;
}

test.each([[[1]], [[2]], [[1, 3]]])(
  "a large print for which the queue has no room at look %p is stored whole later",
  async (looks) => {
    const workspaces = new WorkspaceStore(parts.database);
    const printer = new ServicePrinter(await parts.addPrinter({ name: "till" }), {
      intake: new Intake(fullAt(parts.writer, looks), disk, 20_000_000, () => {}),
      workspaceOf: ({ workspaceId }: Printer) => {
        const workspace = workspaces.findById(workspaceId);
        if (workspace === null) throw new Error("no workspace");
        return workspace;
      },
      clock: Date.now,
      storageTrouble: () => null,
      onPrint: () => {},
      deliveries: parts.deliveries,
    });
    const raw = new Uint8Array(2 * MEBIBYTE).fill(0x61);
    const about = { protocol: "raw", client: "192.0.2.1", label: null, tag: new Map() } as const;
    const id = await printer.store({ raw, ...about, isIncomplete: false, spoolKey: null });
    const { bytes } = parts.database
      .query<{ bytes: number }, [number]>("SELECT byte_length AS bytes FROM print_data WHERE print_id = ?")
      .get(id) as { bytes: number };
    expect(bytes).toBe(2 * MEBIBYTE);
  },
);
