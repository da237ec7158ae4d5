import { dialectOf, type Dialect } from "../dialect.ts";
import { CONTROL, UNKNOWN } from "./control.ts";
import { deviceCommands } from "./device.ts";
import { doubleByteCommands } from "./double-byte.ts";
import { feedCommands } from "./feed.ts";
import { imageCommands } from "./image.ts";
import { memoryCommands } from "./memory.ts";
import { pageCommands } from "./page.ts";
import { positionCommands } from "./position.ts";
import { rasterCommands, rasterRowCommands } from "./raster.ts";
import { requestCommands } from "./request.ts";
import { styleCommands } from "./style.ts";
import { symbolCommands } from "./symbol.ts";
import { textCommands } from "./text.ts";

/**
 * Star Line Mode, StarPRNT, Star raster and Star's dot impact printers: one table of commands. Where a language differs,
 * a command asks the machine for it. In raster mode (ESC * r A) rows of dots are commands, and there is no text.
 */
export const STAR: Dialect = dialectOf({
  printer: [
    CONTROL,
    ...UNKNOWN,
    ...textCommands,
    ...doubleByteCommands,
    ...styleCommands,
    ...positionCommands,
    ...feedCommands,
    ...pageCommands,
    ...imageCommands,
    ...symbolCommands,
    ...rasterCommands,
    ...deviceCommands,
    ...memoryCommands,
    ...requestCommands,
  ],
  raster: [
    CONTROL,
    ...UNKNOWN,
    ...rasterCommands,
    ...rasterRowCommands,
    ...deviceCommands,
    ...memoryCommands,
    ...requestCommands,
  ],
});
