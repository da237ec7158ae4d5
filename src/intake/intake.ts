import { checkRawSize, type PrintRequest } from "../domain/create-print.ts";
import { tagToJson } from "../domain/print.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { DiskSpace } from "../operations/disk-space.ts";
import { diskFull } from "../storage/database.ts";
import { type Place, WaitingRoom } from "../storage/waiting-room.ts";
import type { CreateOperation, WriteSuccess } from "../storage/write-operation.ts";
import type { Writer } from "../storage/writer.ts";

/** How a print came in. */
export interface Arrival {
  readonly workspace: Workspace;
  readonly userId: number;
  readonly idempotencyKey: string | null;
  /** Whether it is the dashboard's or the command line's test print. */
  readonly testPrint: boolean;
  /** Taken before the print was read: nothing is stored that has no room in memory. */
  readonly place: Place;
}

/** The one door through which every protocol stores a print: same limits, same durability. */
export class Intake {
  private readonly room = new WaitingRoom();

  constructor(
    private readonly writer: Writer,
    private readonly disk: DiskSpace,
    /** The most bytes a print may have. */
    readonly maximumPrintBytes: number,
    /** Told of every request that found no room. */
    private readonly onCrowd: () => void,
  ) {}

  /**
   * Takes room in memory for a request that writes, to be left when it has been answered.
   * @param nameClient tells who asks; see {@link WaitingRoom}
   * @param bodyBytes as far as they are known
   * @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take
   */
  enter(nameClient: () => string, bodyBytes: number): Place {
    try {
      return this.room.enter(nameClient, bodyBytes);
    } catch (error) {
      this.onCrowd();
      throw error;
    }
  }

  /**
   * Stores a print. The bytes are handed over: the caller must not use them afterwards.
   * @returns once it is durable
   * @throws TillrollError BAD_REQUEST (empty), PRINT_DATA_TOO_LARGE, WORKSPACE_LIMIT_EXCEEDED, CONFLICT,
   *   STORAGE_UNAVAILABLE
   */
  store({ raw, print }: PrintRequest, arrival: Arrival): Promise<WriteSuccess> {
    checkRawSize(raw.byteLength, this.maximumPrintBytes);
    // Early, while SQLite can still do its work: on a full disk not even a DELETE succeeds.
    if (this.disk.isLow) throw diskFull();
    const { workspace, userId, idempotencyKey, testPrint, place } = arrival;
    const { printKey, label, deviceId, quantity, width } = print;
    const operation: CreateOperation = {
      kind: "create",
      workspaceId: workspace.id,
      userId,
      printKey,
      label,
      deviceId,
      quantity,
      width,
      testPrint,
      tag: tagToJson(print.tag),
      raw,
      idempotencyKey,
      defaultWidth: workspace.width,
      printQuota: workspace.printQuota,
    };
    return this.writer.submit(operation, place.client);
  }
}
