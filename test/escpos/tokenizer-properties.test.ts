import { expect, test } from "bun:test";
import fc from "fast-check";
import { tokenize, Tokenizer } from "../../src/escpos/escpos.ts";
import { bytes, sampleReceipt } from "./bytes.ts";
import { PRINTER_COMMANDS, sampleBytes } from "./command-samples.ts";
import { processorMilliseconds } from "../processor-time.ts";

/** Streams near to real ones: commands, text, and bytes changed here and there. */
const streams = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(...PRINTER_COMMANDS).map(sampleBytes),
        fc.string({ maxLength: 12 }).map((text) => bytes(text)),
        fc.uint8Array({ maxLength: 6 }),
      ),
      { maxLength: 30 },
    ),
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
  )
  .map(([parts, changes]) => {
    const stream = bytes(...parts);
    for (const [at, value] of changes) if (stream.length > 0) stream[at % stream.length] = value;
    return stream;
  });

const anyBytes = fc.oneof(streams, fc.uint8Array({ maxLength: 300 }));

const shape = (
  commands: Iterable<{ name: string; offset: number; length: number; truncated: boolean }>,
): string =>
  [...commands].map((c) => `${c.offset}+${c.length} ${c.name}${c.truncated ? " truncated" : ""}`).join("\n");

test("the bytes of all commands are the input", () => {
  fc.assert(
    fc.property(anyBytes, (input) => {
      const commands = [...tokenize(input)];
      expect(Buffer.concat(commands.map((command) => command.bytes)).equals(input)).toBe(true);
      let offset = 0;
      for (const command of commands) {
        expect(command.offset).toBe(offset);
        expect(command.length).toBeGreaterThan(0);
        offset += command.length;
      }
    }),
    { numRuns: 1500 },
  );
});

test("however the input is cut into pieces, the commands are the same", () => {
  fc.assert(
    fc.property(
      anyBytes,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      (input, sizes) => {
        const tokenizer = new Tokenizer();
        const commands = [];
        for (let at = 0, index = 0; at < input.length; index++) {
          const size = sizes[index % sizes.length] ?? 1;
          commands.push(...tokenizer.push(input.subarray(at, at + size)));
          at += size;
        }
        commands.push(...tokenizer.end());
        expect(shape(commands)).toBe(shape(tokenize(input)));
        expect(Buffer.concat(commands.map((command) => command.bytes)).equals(input)).toBe(true);
      },
    ),
    { numRuns: 1500 },
  );
});

test("cut at every length, only the last command is truncated", () => {
  const input = sampleReceipt();
  const whole = [...tokenize(input)];
  for (let length = 0; length <= input.length; length++) {
    const part = [...tokenize(input.subarray(0, length))];
    expect(part.slice(0, -1).some(({ truncated }) => truncated)).toBe(false);
    expect(shape(part.slice(0, -1))).toBe(shape(whole.slice(0, Math.max(0, part.length - 1))));
  }
});

test("a stream of single bytes is split in linear time", () => {
  const input = bytes([0x1d, 0x76, 0x30, 0, 0xff, 0xff, 0xff, 0xff], new Uint8Array(300_000));
  const tokenizer = new Tokenizer();
  const start = processorMilliseconds();
  for (let at = 0; at < input.length; at++) expect(tokenizer.push(input.subarray(at, at + 1)).length).toBe(0);
  // Quadratic work would be minutes; the bound only tells the two apart.
  expect(processorMilliseconds() - start).toBeLessThan(10_000);
  expect(tokenizer.end().map(({ length }) => length)).toEqual([input.length]);
});
