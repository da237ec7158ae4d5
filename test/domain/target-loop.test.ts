import { expect, test } from "bun:test";
import { type PrinterLink, printsInLoop } from "../../src/domain/target-loop.ts";

const isThisMachine = (host: string) => ["localhost", "127.0.0.1", "192.168.1.2"].includes(host);
const printer = (
  id: number,
  rawPort: number | null,
  target: string | null,
  links: Partial<PrinterLink> = {},
): PrinterLink => ({ id, rawPort, target, name: `till-${id}`, backup: null, also: [], ...links });

test.each([
  ["no target", printer(1, 9100, null), [], false],
  ["another machine's printer", printer(1, 9100, "tcp://192.168.1.50:9100"), [], false],
  ["itself", printer(1, 9100, "tcp://localhost:9100"), [], true],
  ["itself, by an address", printer(1, 9100, "tcp://192.168.1.2"), [], true],
  [
    "another of ours that ends there",
    printer(1, 9100, "tcp://127.0.0.1:9101"),
    [printer(2, 9101, null)],
    false,
  ],
  [
    "another of ours that comes back",
    printer(1, 9100, "tcp://127.0.0.1:9101"),
    [printer(2, 9101, "tcp://localhost:9102"), printer(3, 9102, "tcp://localhost:9100")],
    true,
  ],
  ["by its new port, not the old", printer(1, 9105, "tcp://localhost:9100"), [printer(1, 9100, null)], false],
  ["a target that cannot be read", printer(1, 9100, "nothing"), [printer(2, 9101, "nonsense")], false],
  ["itself, by LPD", printer(1, null, "lpd://localhost/TILL-1"), [], true],
  ["another of ours, by LPD", printer(1, null, "lpd://localhost/till-2"), [printer(2, null, null)], false],
  [
    "another of ours that comes back by LPD",
    printer(1, 9100, "lpd://localhost:1515/till-2"),
    [printer(2, null, "tcp://localhost:9100")],
    true,
  ],
  ["a queue of this machine's CUPS", printer(1, null, "cups:till-1"), [], false],
  ["by ePOS-Print", printer(1, 9100, "http://localhost/cgi-bin/epos/service.cgi"), [], false],
  [
    "by one that prints its copies",
    printer(1, 9100, "tcp://192.168.1.50", { also: ["till-2"] }),
    [printer(2, null, "tcp://localhost:9100")],
    true,
  ],
  [
    "by its backup",
    printer(1, 9100, "tcp://192.168.1.50", { backup: "Till-2" }),
    [printer(2, null, "tcp://localhost:9100")],
    true,
  ],
  [
    "of another, whose copies it prints from now on",
    printer(2, null, "tcp://localhost:9100"),
    [printer(1, 9100, null, { also: ["till-2"] })],
    true,
  ],
  [
    "of others, as before",
    printer(3, null, "tcp://192.168.1.50"),
    [printer(1, 9100, "tcp://localhost:9100")],
    false,
  ],
])("%s", (_name, changed, others, expected) => {
  expect(printsInLoop(others, changed, isThisMachine)).toBe(expected);
});
