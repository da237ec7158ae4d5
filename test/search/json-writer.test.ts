import { expect, test } from "bun:test";
import { JsonWriter } from "../../src/search/json-writer.ts";

const TEXTS = ["", "plain", "Grüße", "電子ジャーナル", "🧾".repeat(20_000), "x".repeat(3_000_000), "after"];

test("answers come one after another, each in memory of its own, however long", () => {
  const writer = new JsonWriter();
  const answers: Uint8Array<ArrayBuffer>[] = [];
  for (const text of TEXTS) {
    writer.text("[");
    const bytes = Buffer.from(`-${text}-`);
    writer.copy(bytes, 1, bytes.length - 1);
    writer.text(text);
    writer.text("]");
    expect(writer.length).toBe(Buffer.byteLength(text) * 2 + 2);
    answers.push(writer.finish());
  }
  expect(answers.map((bytes) => new TextDecoder().decode(bytes))).toEqual(
    TEXTS.map((text) => `[${text}${text}]`),
  );
  expect(answers.every((bytes) => bytes.buffer.byteLength === bytes.length)).toBe(true);
});

test("what a search that failed has written is forgotten", () => {
  const writer = new JsonWriter();
  writer.text("lost");
  writer.clear();
  writer.text("kept");
  expect(new TextDecoder().decode(writer.finish())).toBe("kept");
});
