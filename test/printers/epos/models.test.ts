import { expect, test } from "bun:test";
import { decode } from "../../../src/escpos/escpos.ts";
import { isStar } from "../../../src/escpos/language.ts";
import { MODEL_IDS, PRINTER_MODELS } from "../../../src/escpos/models/models.ts";
import { unitsPerDotOf } from "../../../src/escpos/models/printer-model.ts";
import { renderText } from "../../../src/render/text.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { encode } from "./encode.ts";

const STAR_MODELS = MODEL_IDS.filter((id) => isStar(PRINTER_MODELS[id].language));

/** What both makes have, and mean different things by: ESC a, ESC d, ESC p. */
const DOCUMENT = '<text align="center">Hello&#10;</text><feed line="3"/><pulse/>';

test.each(STAR_MODELS)("a document for %s is shown as it was meant, not as Star's commands", (model) => {
  const { profile } = new FakeEndpoint({ model }).details;
  const receipt = decode(encode(DOCUMENT, "auto", 1_000_000, profile), { model });
  expect(receipt.language).toBe("escpos");
  expect(renderText(receipt).trim()).toBe("Hello");
  expect(receipt.events.map(({ kind }) => kind)).toEqual(["drawer"]);
});

test.each(MODEL_IDS)("distances along the paper of %s are its dots", (model) => {
  const { details } = new FakeEndpoint({ model });
  const bytesOf = (xml: string): Uint8Array =>
    encode(xml, "auto", 1_000_000, details.profile, unitsPerDotOf(details.model));
  const heightOf = (feed: string): number => {
    const { pieces } = decode(bytesOf(`<text>A&#10;</text>${feed}<text>B&#10;</text>`), { model });
    return (pieces[1]?.y ?? 0) - (pieces[0]?.y ?? 0);
  };
  expect(heightOf('<feed unit="100"/>') - heightOf("")).toBe(100);
});
