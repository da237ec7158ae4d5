import { expect, test } from "bun:test";
import fc from "fast-check";
import { decode } from "../../src/escpos/escpos.ts";
import type { PrinterLanguage } from "../../src/escpos/language.ts";
import { renderText } from "../../src/render/text.ts";
import { bytes } from "./bytes.ts";
import { type CommandSample, PRINTER_COMMANDS, sampleBytes, STAR_COMMANDS } from "./command-samples.ts";
import { expectSound } from "./fuzz-check.ts";
import { FUZZ_RECEIPTS } from "./fuzz-receipts.ts";

/** Commands of a language with parameters of any value, text between them. */
const commandStreams = fc
  .constantFrom(PRINTER_COMMANDS, STAR_COMMANDS)
  .chain((samples) => streamsOf(fc.constantFrom(...samples)))
  .map((parts) => bytes(...parts));

function streamsOf(commands: fc.Arbitrary<CommandSample>): fc.Arbitrary<Uint8Array[]> {
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: commands.map(sampleBytes) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(commands, fc.uint8Array({ minLength: 1, maxLength: 8 }))
          .map(([command, parameters]) => {
            const sample = sampleBytes(command);
            return bytes(sample.subarray(0, 2), parameters, sample.subarray(2 + parameters.length));
          }),
      },
      { weight: 2, arbitrary: fc.string({ maxLength: 20 }).map((text) => bytes(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }) },
    ),
    { maxLength: 40 },
  );
}

type Mutation = (print: Uint8Array, at: number) => Uint8Array;

const mutations = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((value): Mutation => {
    return (print, at) => bytes(print.subarray(0, at), value, print.subarray(at + 1));
  }),
  fc.uint8Array({ minLength: 1, maxLength: 6 }).map((inserted): Mutation => {
    return (print, at) => bytes(print.subarray(0, at), inserted, print.subarray(at));
  }),
  fc.integer({ min: 1, max: 12 }).map((count): Mutation => {
    return (print, at) => bytes(print.subarray(0, at), print.subarray(at + count));
  }),
  fc.integer({ min: 1, max: 80 }).map((count): Mutation => {
    return (print, at) => bytes(print.subarray(0, at + count), print.subarray(at));
  }),
  fc.tuple(fc.constantFrom(...FUZZ_RECEIPTS), fc.nat()).map(([[, other], from]): Mutation => {
    return (print, at) =>
      bytes(print.subarray(0, at), other.subarray(from % other.length), print.subarray(at));
  }),
);

const mutatedReceipts = fc
  .tuple(
    fc.constantFrom(...FUZZ_RECEIPTS),
    fc.array(fc.tuple(mutations, fc.nat()), { minLength: 1, maxLength: 6 }),
  )
  .map(([[, print], changes]) =>
    changes.reduce((changed, [mutate, at]) => mutate(changed, at % (changed.length + 1)), print),
  );

/** Those that differ most: ESC/POS, and Star's of thermal and impact printers. */
const languages = fc.constantFrom<PrinterLanguage>("escpos", "star-line", "star-impact");

const columns = fc.oneof(fc.constantFrom(32, 42, 48), fc.integer({ min: 1, max: 255 }));

test.each([
  ["random bytes", fc.uint8Array({ maxLength: 500 }), 500],
  ["random commands", commandStreams, 700],
  ["mutated receipts", mutatedReceipts, 1000],
] as const)("%s are shown in every format", (_title, inputs, numRuns) => {
  fc.assert(fc.property(inputs, columns, languages, expectSound), { numRuns });
});

test("the same bytes give the same text", () => {
  const text = (input: Uint8Array): string => renderText(decode(input, { columns: 42 }));
  fc.assert(
    fc.property(fc.oneof(commandStreams, mutatedReceipts), (input) => {
      expect(text(new Uint8Array(input))).toBe(text(input));
    }),
    { numRuns: 200 },
  );
});

test.each(FUZZ_RECEIPTS)("%s, cut at every length", (_feature, print) => {
  for (let length = 0; length <= print.length; length++) expectSound(print.subarray(0, length), 32);
});
