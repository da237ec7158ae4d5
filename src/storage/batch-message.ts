import type { CreateOperation, WriteOperation } from "./write-operation.ts";

/**
 * A batch on its way to the writer's Worker. Cloning an object and transferring a buffer for each print was a third of
 * the sending thread's work; one text and one buffer for all prints of the batch cost a fraction of that.
 */
export interface BatchMessage {
  readonly kind: "batch";
  /** The operations in order; `null` stands for the next print of `prints`. */
  readonly operations: readonly (Exclude<WriteOperation, CreateOperation> | null)[];
  /** JSON of a {@link PackedPrint} array. */
  readonly prints: string;
  /** The bytes of the prints, end to end. */
  readonly raw: Uint8Array<ArrayBuffer>;
}

/** A print whose bytes are not there, but their number. */
type PackedPrint = Omit<CreateOperation, "raw"> & { readonly raw: number };

/** Packs a batch; the buffer of `raw` may be handed over. A lone print's own bytes are used, not copied. */
export function packBatch(operations: readonly WriteOperation[]): BatchMessage {
  const creates = operations.filter((operation) => operation.kind === "create");
  const [only = null] = creates;
  const prints = creates.map((print): PackedPrint => ({ ...print, raw: print.raw.byteLength }));
  return {
    kind: "batch",
    operations: operations.map((operation) => (operation.kind === "create" ? null : operation)),
    prints: JSON.stringify(prints),
    raw:
      only !== null && creates.length === 1
        ? only.raw
        : new Uint8Array(Bun.concatArrayBuffers(creates.map(({ raw }) => raw))),
  };
}

/** Unpacks a batch; the prints' bytes are views of the one buffer. */
export function unpackBatch(message: BatchMessage): WriteOperation[] {
  const prints = (JSON.parse(message.prints) as PackedPrint[]).values();
  let offset = 0;
  return message.operations.map((operation) => {
    if (operation !== null) return operation;
    const { value: packed } = prints.next();
    if (packed === undefined) throw new Error("a batch with fewer prints than it names");
    const raw = message.raw.subarray(offset, offset + packed.raw);
    offset += packed.raw;
    // It is nobody else's: a copy would cost more than all else here.
    return Object.assign(packed, { raw });
  });
}
