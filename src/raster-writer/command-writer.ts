import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Raster } from "../escpos/raster.ts";
import type { DrawerPulse } from "../escpos/receipt.ts";
import { ByteWriter } from "../printers/byte-writer.ts";
import { writeBuzzer, writeDrawer } from "./acts.ts";
import { writeCut, writeFeed } from "./feeds.ts";
import type { CutKind, RasterWriter } from "./raster-writer.ts";

const ESC = 0x1b;

/** Writers whose commands stand one after the other: only their pictures differ. */
export abstract class CommandWriter implements RasterWriter {
  readonly stripRows: number = 1;
  protected readonly bytes: ByteWriter;

  constructor(
    protected readonly model: PrinterModel,
    limit: number,
  ) {
    this.bytes = new ByteWriter(limit);
    this.bytes.write(ESC, 0x40);
  }

  abstract picture(raster: Raster, second?: Raster): void;

  feed(dots: number): void {
    writeFeed(this.bytes, this.model, dots);
  }

  cut(kind: CutKind, feeds = true): void {
    writeCut(this.bytes, this.model, kind, feeds);
  }

  drawer(pulse: DrawerPulse): void {
    writeDrawer(this.bytes, this.model.language, pulse);
  }

  buzzer(): void {
    writeBuzzer(this.bytes, this.model.language);
  }

  commands(bytes: Uint8Array): void {
    this.bytes.append(bytes);
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.take();
  }
}
