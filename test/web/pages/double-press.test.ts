import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../service.ts";
import { HeldAnswers } from "../held-answers.ts";
import { Reader } from "./reader.ts";

/* Somebody who sees nothing happen presses once more. It is done once. */

const HOOK = `http://127.0.0.1:${freePort()}/hook`;

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start({
    printing: { rawPort: freePort(), ports: {}, announce: false, epsonDiscovery: false },
  });
  const target = `tcp://127.0.0.1:${freePort()}`;
  const workspace = "/api/workspace/default";
  await reader.api(`${workspace}/printers`, { name: "kitchen", target, held: true });
  for (const text of ["order 1\n", "order 2\n", "order 3\n", "order 4\n"]) {
    const { id } = await reader.service.store(text);
    await reader.api(`${workspace}/prints/${id}/deliver`, { printer: "kitchen" });
  }
  await reader.api(`${workspace}/webhooks`, { url: HOOK });
  await reader.api("/api/notifications", { name: "boss", kind: "ntfy", address: HOOK });
});
afterAll(() => reader?.end());

test.each([
  ["#/default/printers/kitchen", "Test print", "/printers/kitchen/test"],
  ["#/default/printers/kitchen", "Cancel number 1", "/deliveries/1/cancel"],
  ["#/default/2", "Do not print it", "/deliveries/2/cancel"],
  ["#/default/webhooks", `Test ${HOOK}`, "/webhooks/1/test"],
  ["#/~/notifications", "Send a test message to boss", "/notifications/1/test"],
  ["#/~/start", "Print a test receipt", "/test"],
])("on %p, two presses of %p are one", async (address, name, path) => {
  const button = await buttonOn(address, name);
  const slow = await HeldAnswers.of(reader.page, new RegExp(`^POST .*${path}$`));
  await slow.pressTwice(button);
  expect(await slow.bodies()).toHaveLength(1);
  // The keyboard stays where it was.
  expect(await reader.page.view.evaluate(`(${button}).disabled`)).toBe(false);
  await slow.end();
  await reader.until(`(${button})?.ariaDisabled !== "true"`);
  expect(await reader.page.faults()).toEqual([]);
});

test.each([
  ["#/default/printers/kitchen", "Cancel number 3", "/deliveries/3/cancel", "limit=20"],
  ["#/default/4", "Do not print it", "/deliveries/4/cancel", "/deliveries?printId=4"],
])(
  "on %p, %p is pressed no more while it is read what has become of it",
  async (address, name, path, list) => {
    const button = await buttonOn(address, name);
    const slow = await HeldAnswers.of(reader.page, new RegExp(`^GET .*${RegExp.escape(list)}$`));
    await reader.page.pressFound(button);
    await reader.until(
      `performance.getEntriesByType("resource").some(({ name }) => name.endsWith(${JSON.stringify(path)}))`,
    );
    await slow.untilGiven(1);
    expect(await reader.page.view.evaluate(`${button} === undefined || (${button}).ariaDisabled`)).toBeOneOf([
      true,
      "true",
    ]);
    await slow.end();
    await reader.until(`${button} === undefined`);
  },
);

/** Opens a page, and waits for a button on it. @returns an expression that finds it */
async function buttonOn(address: string, name: string): Promise<string> {
  await reader.page.view.evaluate(`location.hash = ${JSON.stringify(address)}`);
  const button = `[...document.querySelectorAll("main button")].find((one) =>
    [one.ariaLabel, one.textContent].includes(${JSON.stringify(name)}))`;
  await reader.until(`${button} !== undefined`);
  return button;
}
