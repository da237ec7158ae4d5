import type { SettledCharset } from "../../escpos/text/charset.ts";
import type { CharsetFindings } from "../../storage/device-charsets.ts";
import type { ContentRow } from "../index-connection.ts";
import type { ReceiptWords } from "../text/receipt-lines.ts";

/** What is known of a print before it is read. */
export type ReadPrint = Pick<
  ContentRow,
  "id" | "ordinal" | "printerId" | "deviceId" | "earlier" | "isUnsettled"
>;

/** What prints that are read one after the other, in the order they came, tell of the charsets of their devices. */
export class CharsetHistory {
  private readonly devices = new Map<string, CharsetFindings["devices"][number]>();
  private readonly prints: CharsetFindings["prints"][number][] = [];
  private nextOrdinal = 0;

  constructor(private readonly workspaceId: number) {}

  /** What the earlier prints of its device were read as; `null` where that is not known. */
  earlierOf(row: ReadPrint): SettledCharset | null {
    return (row.isUnsettled === 1 ? this.devices.get(keyOf(row))?.charset : undefined) ?? row.earlier;
  }

  /** Takes note of a print that was read. @param words `null` where its bytes are missing or damaged */
  take(row: ReadPrint, words: ReceiptWords | null): void {
    const { id: printId, printerId, deviceId } = row;
    if (row.isUnsettled === 0 || (printerId === null && deviceId === null)) return;
    this.nextOrdinal = row.ordinal + 1;
    const { charset, evidence } = words ?? {};
    if (charset === undefined || evidence === undefined || evidence.from === "settings") return;
    if (evidence.from === "earlier prints") this.prints.push({ printId, charset });
    else if (evidence.certainty === "certain" && charset !== this.earlierOf(row)) {
      this.devices.set(keyOf(row), { printerId: printerId ?? 0, deviceId: deviceId ?? "", charset });
    }
  }

  /** What is to be written before anything that was made of the prints; `null` for nothing. */
  get findings(): CharsetFindings | null {
    const { workspaceId, nextOrdinal, prints } = this;
    if (prints.length === 0 && this.devices.size === 0) return null;
    return { workspaceId, nextOrdinal, prints, devices: [...this.devices.values()] };
  }
}

function keyOf({ printerId, deviceId }: ReadPrint): string {
  return `${printerId ?? 0} ${deviceId ?? ""}`;
}
