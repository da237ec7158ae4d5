import type { Command } from "../command.ts";
import { drawn, setting, type CommandRecord } from "../command-record.ts";
import { graphicsCommand } from "../graphics-functions.ts";
import { elsewhere } from "../graphics-store.ts";
import type { Machine } from "../machine.ts";
import { fromColumns, fromRows, type Raster } from "../raster.ts";
import { scale, size } from "../commands/image.ts";
import { storesNvImages } from "../commands/stored-image.ts";
import type { Layer } from "../surface.ts";
import { isImpact, starNumber, starValue } from "./parameter.ts";

/** Rows of a strip of ESC X and ESC k. */
const STRIP_ROWS = 24;

/** Dots of the paper for each dot of a picture. */
type Scale = Pick<Layer, "scaleX" | "scaleY">;

const NATURAL: Scale = { scaleX: 1, scaleY: 1 };

/** A picture inside the line, its dots read with so much room; what is wider than the paper is cut off. */
function strip(
  read: (command: Command, room: number) => Raster | undefined,
  scaleOf: (machine: Machine) => Scale = () => NATURAL,
): Partial<CommandRecord> {
  return {
    actsTruncated: true,
    run(machine, command) {
      const { scaleX, scaleY } = scaleOf(machine);
      const { surface } = machine;
      const raster = read(command, Math.floor(surface.room / scaleX));
      if (raster !== undefined) surface.strip(raster, scaleX, scaleY, inkOf(machine));
    },
  };
}

/** The second colour prints pictures too (ESC 4 on impact printers, ESC RS c). */
function inkOf({ state: { color } }: Machine): Pick<Layer, "color"> {
  return color === 1 ? {} : { color };
}

/**
 * ESC K and ESC L: columns of 8 dots. A thermal head prints each dot three high, ESC K three wide. The pins of an impact
 * head are 1/72 inch apart, two dots of the paper; of its 210 columns in ESC K each is 2.4 dots wide.
 */
function column8(thermal: number, impact: number): Partial<CommandRecord> {
  return strip(
    (command, room) => fromColumns(command.data(4), 1, 8, room),
    (machine) => ({
      scaleX: isImpact(machine) ? impact : thermal,
      scaleY: machine.state.model.columnDotHeight,
    }),
  );
}

/** ESC ^ m: pins of a column, by half of m: 9, 16 and 18; their bytes, the first pin in the top bit. */
const PINS = [9, 16, 18] as const;

function pinsOf(m: number): number | undefined {
  return PINS[m >> 1];
}

function pinBytes(m: number): number {
  return Math.ceil((pinsOf(m) ?? PINS[0]) / 8);
}

/** Pictures of line mode. They join the line; what feeds the line prints them. Source: Star Line Mode specifications. */
export const imageCommands: readonly CommandRecord[] = [
  drawn("ESC K", "1B 4B n:2 []", "bit image of 8 dots, single density", {
    ...column8(3, 2),
    says: (_, command) => `Bit image ${command.word(2)}×8 in the line, single density`,
    examples: ["1B 4B 02 00 AA 55"],
  }),
  drawn("ESC L", "1B 4C n:2 []", "bit image of 8 dots, high density", {
    ...column8(1, 1),
    says: (_, command) => `Bit image ${command.word(2)}×8 in the line, high density`,
    examples: ["1B 4C 02 00 AA 55"],
  }),
  drawn("ESC X", "1B 58 n:2 []", "bit image of 24 dots, in columns", {
    dataLength: ([n = 0]) => 3 * n,
    ...strip((command, room) => fromColumns(command.data(4), 3, STRIP_ROWS, room)),
    says: (_, command) => `Bit image ${command.word(2)}×24 in the line`,
    examples: ["1B 58 02 00 AA 55 AA AA 55 AA"],
  }),
  drawn("ESC k", "1B 6B n:2 []", "bit image of 24 dots, in rows", {
    dataLength: ([n = 0]) => STRIP_ROWS * n,
    ...strip((command, room) => {
      const rowBytes = command.word(2);
      return fromRows(command.data(4), rowBytes, rowBytes * 8, STRIP_ROWS, room);
    }),
    says: (_, command) => `Bit image ${command.word(2) * 8}×24 in the line`,
    examples: ["1B 6B 01 00 AA*24"],
  }),
  drawn("ESC ^", "1B 5E m n:2 []", "bit image of 9, 16 or 18 pins", {
    dataLength: ([m = 0, n = 0]) => n * pinBytes(starValue(m)),
    ...strip((command, room) => {
      const m = starNumber(command, 2);
      return fromColumns(command.data(5), pinBytes(m), pinsOf(m) ?? 0, room);
    }),
    says: (_, command) => `Bit image ${command.word(3)}×${pinsOf(starNumber(command, 2)) ?? 0} in the line`,
    examples: ["1B 5E 00 02 00 AA 80 55 00", "1B 5E 04 01 00 AA 55 C0"],
  }),
  drawn("ESC GS S", "1B 1D 53 m x:2 y:2 t []", "raster image", {
    dataLength: ([, x = 0, y = 0]) => x * y,
    actsTruncated: true,
    run(machine, command) {
      const { surface } = machine;
      const rowBytes = command.word(4);
      const rows = command.word(6);
      const raster = fromRows(command.data(9), rowBytes, rowBytes * 8, rows, surface.areaWidth);
      if (raster !== undefined) surface.block([{ raster, ...NATURAL, ...inkOf(machine) }]);
    },
    says: (_, command) => `Raster image ${command.word(4) * 8}×${command.word(6)}`,
    examples: ["1B 1D 53 01 02 00 02 00 00 AA BB CC DD"],
  }),
  drawn("ESC FS p", "1B 1C 70 n m", "prints a logo; a labelled box if it is in the printer only", {
    printsStored: true,
    run({ graphics, surface, list, inPageMode }, command) {
      const number = command.byte(3);
      // Star Line Mode specifications, ESC FS p: invalid in page mode.
      if (inPageMode) return list.note("logos (ESC FS p) are not printed in page mode");
      const raster = graphics.nvImages[number - 1];
      const label = `logo ${number}`;
      if (raster === undefined) surface.placeholder(label);
      else {
        const { scaleX, scaleY } = scale(starNumber(command, 4));
        surface.strip(raster, scaleX, scaleY, { label });
      }
    },
    says: ({ graphics }, command) =>
      `Prints logo ${command.byte(3)}, ${size(starNumber(command, 4))}${elsewhere(graphics.nvImages[command.byte(3) - 1])}`,
  }),
  setting("ESC FS q", "1B 1C 71 n", "stores logos, and resets the printer", {
    ...storesLogos(),
    examples: ["1B 1C 71 01 01 00 01 00 00*8", "1B 1C 71 02 01 00 01 00 00*8 01 00 02 00 00*16"],
  }),
  drawn("ESC GS ( L", "1B 1D 28 4C p:2 [m fn]", "graphics: as Epson's GS ( L", {
    printsStored: true,
    ...graphicsCommand(6),
    actsTruncated: true,
    examples: ["1B 1D 28 4C 02 00 30 32"],
  }),
  drawn("ESC GS 8 L", "1B 1D 38 4C p:4 [m fn]", "large graphics: as Epson's GS 8 L", {
    printsStored: true,
    ...graphicsCommand(8),
    actsTruncated: true,
    examples: ["1B 1D 38 4C 12 00 00 00 30 70 30 01 01 31 08 00 08 00 00*8"],
  }),
];

/** Stores the logos; then the printer is as after ESC @. */
function storesLogos(): Partial<CommandRecord> {
  const stores = storesNvImages(3, "logo");
  return {
    ...stores,
    run(machine, command) {
      stores.run?.(machine, command);
      machine.initialize();
    },
  };
}
