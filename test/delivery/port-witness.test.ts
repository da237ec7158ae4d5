import { expect, test } from "bun:test";
import type { Readiness } from "../../src/delivery/link.ts";
import { PortWitness } from "../../src/delivery/raw/port-witness.ts";
import { HEALTHY } from "../../src/domain/printer-status.ts";

const MUTE: Readiness = { kind: "ready", status: null };
const EMPTY = { ...HEALTHY, paper: "end" } as const;

test("a port is believed once it has said that all is well", () => {
  const witness = new PortWitness();
  expect(witness.complete(MUTE, EMPTY)).toEqual(MUTE);
  expect(witness.complete(MUTE, HEALTHY)).toEqual({ kind: "ready", status: HEALTHY });
  expect(witness.complete(MUTE, EMPTY)).toEqual({
    kind: "waiting",
    status: EMPTY,
    reason: "The printer is out of paper.",
  });
  expect(witness.complete(MUTE, null)).toEqual(MUTE);
});

test("what the printer says itself counts more", () => {
  const witness = new PortWitness();
  witness.complete(MUTE, HEALTHY);
  const unreachable: Readiness = { kind: "unreachable", reason: "It is gone." };
  for (const said of [{ kind: "ready", status: HEALTHY } as const, unreachable])
    expect(witness.complete(said, EMPTY)).toEqual(said);
});
