import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { picturesOn } from "../../src/recognition/picture-boxes.ts";
import { placedOn } from "../../src/recognition/placed.ts";
import type { Recognition } from "../../src/recognition/recognised.ts";
import { lineText } from "../../src/recognition/words.ts";
import { type BytePart, bytes, ESC, GS } from "../escpos/bytes.ts";
import { pictureReceipt } from "./picture-receipt.ts";

const { raw, recognition } = pictureReceipt(bytes("Flat white 4.10\n", `${"TOTAL".padEnd(44)}4.10\n`));
const [picture] = recognition;
if (picture === undefined) throw new Error("a receipt without a picture");

/** A black picture of so many dots. */
const black = (width: number, rows: number): Uint8Array =>
  bytes([GS, 0x76, 0x30, 0, width / 8, 0, rows, 0], new Uint8Array((width / 8) * rows).fill(255));

/** Where the words are on paper of so many columns: its place and all lines. */
function shownOn(columns: number, read: Recognition, ...parts: readonly BytePart[]): string[] {
  return placedOn(decode(bytes(...parts), { columns }), read).map(({ box, lines }) => {
    const words = lines.map((line) => `${line.box.x},${line.box.y} ${lineText(line)}`);
    return `${box.x},${box.y} ${box.width}×${box.height}: ${words.join(" | ")}`;
  });
}

test.each<[string, number, Recognition, BytePart[], string[]]>([
  [
    "on the paper that it was read on",
    48,
    recognition,
    [raw],
    ["0,0 576×60: 0,0 Flat white 4.10 | 0,30 TOTAL 4.10"],
  ],
  [
    "below text that is on this paper alone",
    48,
    recognition,
    ["x\n", raw],
    ["0,30 576×60: 0,30 Flat white 4.10 | 0,60 TOTAL 4.10"],
  ],
  [
    "in the middle of wider paper",
    64,
    recognition,
    [[ESC, 0x61, 1], raw],
    ["96,0 576×60: 96,0 Flat white 4.10 | 96,30 TOTAL 4.10"],
  ],
  ["cut off by narrower paper", 24, recognition, [raw], ["0,0 288×60: 0,0 Flat white 4.10 | 0,30 TOTAL"]],
  [
    "behind a logo that was not read",
    48,
    recognition,
    [black(64, 40), "x\n", raw],
    ["0,70 576×60: 0,70 Flat white 4.10 | 0,100 TOTAL 4.10"],
  ],
  [
    "the second of two that are as high",
    48,
    [{ ...picture, box: { ...picture.box, y: 90 } }],
    [raw, "x\n", raw],
    ["0,90 576×60: 0,0 Flat white 4.10 | 0,30 TOTAL 4.10"],
  ],
  [
    "both of two that are as high",
    48,
    [picture, { ...picture, lines: [], note: "a photograph", box: { ...picture.box, y: 90 } }],
    [raw, "x\n", raw],
    ["0,0 576×60: 0,0 Flat white 4.10 | 0,30 TOTAL 4.10", "0,90 576×60: "],
  ],
  ["a print without pictures", 48, recognition, ["x\n"], []],
  [
    "more that was read than there are pictures",
    48,
    [picture, picture, picture],
    [raw],
    ["0,0 576×60: 0,0 Flat white 4.10 | 0,30 TOTAL 4.10"],
  ],
])("%s", (_name, columns, read, parts, expected) => {
  expect(shownOn(columns, read, ...parts)).toEqual(expected);
});

test.each<[string, BytePart[], string[]]>([
  ["strips that touch are one", [black(64, 8), black(64, 8)], ["0,0 64×16"]],
  ["a cut keeps them apart", [black(64, 8), [GS, 0x56, 0], black(64, 8)], ["0,0 64×8", "0,8 64×8"]],
  ["text keeps them apart", [black(64, 8), "x\n", black(64, 8)], ["0,0 64×8", "0,38 64×8"]],
  ["symbols that were drawn as such are none", [[GS, 0x6b, 4], "1234\0", black(64, 8)], ["0,162 64×8"]],
])("pictures: %s", (_name, parts, expected) => {
  const boxes = picturesOn(decode(bytes(...parts), { columns: 48 })).map(({ box }) => box);
  expect(boxes.map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`)).toEqual(expected);
});
