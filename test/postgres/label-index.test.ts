import { expect, test } from "bun:test";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { PRINT_LIMITS } from "../../src/domain/limits.ts";
import { createOperation } from "../create-operation.ts";
import { describeEngines } from "./engines.ts";
import { PrintDatabase } from "./print-database.ts";

const WORKSPACE = 1;

/** What takes the most bytes, as it is stored or folded, and characters of which no two are alike. */
const ALPHABETS: readonly (readonly string[])[] = [
  ["\0", "\ufdd0", "\ufdd1", "\ufdd2"],
  Array.from({ length: 7 }, (_, number) => String.fromCodePoint(0x1d15e + number)),
  Array.from({ length: 64 }, (_, number) => String.fromCodePoint(0x1f80 + number)),
  Array.from({ length: 0x4000 }, (_, number) => String.fromCodePoint(0x20000 + number)),
  Array.from({ length: 0x2000 }, (_, number) => String.fromCodePoint(0xac00 + number)),
];

describeEngines("the index of labels", (engine) => {
  test("takes the longest labels", async () => {
    await using tested = await PrintDatabase.open([WORKSPACE], engine);
    const random = new SeededRandom(20_261_129);
    const labels = ALPHABETS.map((alphabet) =>
      Array.from(
        { length: PRINT_LIMITS.labelCharacters },
        () => alphabet[random.integer(0, alphabet.length - 1)],
      ).join(""),
    );
    for (const label of labels)
      await tested.writer.submit(
        createOperation({ workspaceId: WORKSPACE, label, printKey: Bun.randomUUIDv7() }),
      );
    expect((await tested.prints(WORKSPACE)).map(({ label }) => label)).toEqual(labels);
  });
});
