import type { CommandRecord } from "../command-record.ts";
import { dialectOf, type Dialect } from "../dialect.ts";
import { CONTROL, DEVICE_CONTROL_2 } from "./control.ts";
import { deviceCommands } from "./device.ts";
import { displayCommands } from "./display.ts";
import { doubleByteCommands } from "./double-byte.ts";
import { feedCommands } from "./feed.ts";
import { graphicsCommands } from "./graphics.ts";
import { hardwareCommands } from "./hardware.ts";
import { imageCommands } from "./image.ts";
import { macroCommands } from "./macro.ts";
import { pageCommands } from "./page.ts";
import { positionCommands } from "./position.ts";
import { realTimeCommands } from "./real-time.ts";
import { requestCommands } from "./request.ts";
import { storedImageCommands } from "./stored-image.ts";
import { styleCommands } from "./style.ts";
import { symbolCommands } from "./symbol.ts";
import { textCommands } from "./text.ts";
import { vendorCommands } from "./vendor.ts";

/** Commands of these kinds count their data, so that printers can drop those that they do not know as one unit. */
const UNKNOWN: readonly CommandRecord[] = [
  { name: "Unknown ESC (", bytes: "1B 28 ?? p:2 []", words: "", kind: "unknown" },
  { name: "Unknown FS (", bytes: "1C 28 ?? p:2 []", words: "", kind: "unknown" },
  { name: "Unknown GS (", bytes: "1D 28 ?? p:2 []", words: "", kind: "unknown" },
  { name: "Unknown GS 8", bytes: "1D 38 ?? p:4 []", words: "", kind: "unknown" },
];

/**
 * ESC/POS, as in the Epson ESC/POS reference, with what clones have added to it. A new command is a record in the file
 * of its subject; `bun scripts/commands.ts` then writes the table of commands anew.
 */
export const ESCPOS: Dialect = dialectOf({
  printer: [
    CONTROL,
    DEVICE_CONTROL_2,
    ...UNKNOWN,
    ...textCommands,
    ...doubleByteCommands,
    ...styleCommands,
    ...positionCommands,
    ...feedCommands,
    ...pageCommands,
    ...macroCommands,
    ...imageCommands,
    ...storedImageCommands,
    ...graphicsCommands,
    ...symbolCommands,
    ...vendorCommands,
    ...deviceCommands,
    ...realTimeCommands,
    ...requestCommands,
    ...hardwareCommands,
  ],
  display: displayCommands,
});
