import { describe, expect, test } from "bun:test";
import { factsOf, PRINTER_PROTOCOLS } from "../../src/domain/protocols.ts";
import { loadProtocol } from "../../src/printers/protocol.ts";

describe("every protocol", () => {
  for (const name of PRINTER_PROTOCOLS) {
    test(`${name} is in its folder, and listens or answers as its row says`, async () => {
      const protocol = await loadProtocol(name);
      const speaksHttp = factsOf(name).routes !== undefined;
      expect([protocol.serve !== undefined, protocol.listen !== undefined]).toEqual([
        speaksHttp,
        !speaksHttp,
      ]);
    });
  }
});
