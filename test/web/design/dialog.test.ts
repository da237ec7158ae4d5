import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { Reader } from "../pages/reader.ts";
import { SlowAnswers } from "../slow-answers.ts";

/* Dialogs whose answer is long in coming: they stay until it is there. */

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
});
afterAll(() => reader?.end());
beforeEach(() => reader.open("#/~/tokens", "API tokens"));

const isOpen = () => reader.page.view.evaluate(`document.querySelector("dialog[open]") !== null`);

/** All ways in which a reader leaves a dialog; Esc more than once, as somebody does to whom nothing seems to happen. */
async function tryToLeave(): Promise<void> {
  for (const _ of [1, 2, 3]) await reader.page.view.press("Escape");
  await reader.page.view.evaluate(`(() => {
    const dialog = document.querySelector("dialog");
    [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Cancel").click();
    dialog.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  })()`);
}

test("a form stays while it is sent, and shows the secret that comes", async () => {
  await reader.press("Make a token");
  await reader.fill("Name", "till");
  const slow = await SlowAnswers.hold(reader.page, "POST", "/api/tokens");
  await reader.page.view.evaluate(`document.querySelector("dialog input").focus()`);
  await reader.page.view.press("Enter");
  await slow.come(1);
  await reader.page.view.press("Enter");
  await tryToLeave();
  expect(await isOpen()).toBe(true);
  expect(await slow.bodies()).toHaveLength(1);
  await slow.release();
  await reader.see("it is shown this once", "dialog");
  await reader.page.view.press("Escape");
  await reader.until(`document.querySelector("dialog") === null`);
});

test("a question stays while its deed is under way, and keeps the focus", async () => {
  await reader.press("Revoke till");
  await reader.see("gets no answer any more", "dialog");
  const slow = await SlowAnswers.hold(reader.page, "DELETE", "");
  const focused = `document.activeElement.textContent`;
  await reader.page.view.evaluate(`document.querySelector("dialog .button-danger").focus()`);
  await reader.page.view.press("Enter");
  await slow.come(1);
  await reader.page.view.press("Enter");
  await tryToLeave();
  expect(await isOpen()).toBe(true);
  expect(await reader.page.view.evaluate(focused)).toBe("Revoke");
  expect(await slow.bodies()).toHaveLength(1);
  await slow.release();
  await reader.until(`document.querySelector("dialog") === null`);
});

test("one that a browser closes by itself opens again while it is busy", async () => {
  await reader.press("Make a token");
  await reader.fill("Name", "scale");
  const slow = await SlowAnswers.hold(reader.page, "POST", "/api/tokens");
  await reader.page.pressOn("dialog [type=submit]");
  await slow.come(1);
  await reader.page.view.evaluate(`document.querySelector("dialog").close()`);
  await reader.until(`document.querySelector("dialog[open]") !== null`);
  await slow.release();
  await reader.see("it is shown this once", "dialog");
  await reader.press("Done");
});

test("it can be left when the request has failed, and what was typed is kept", async () => {
  await reader.press("Make a token");
  await reader.fill("Name", "counter");
  await reader.fill("Ends", "day");
  await reader.fill("The day", "2001-01-01");
  const slow = await SlowAnswers.hold(reader.page, "POST", "/api/tokens");
  await reader.page.pressOn("dialog [type=submit]");
  await slow.come(1);
  await tryToLeave();
  await slow.release();
  await reader.see("is in the past.", "dialog");
  expect(await reader.page.view.evaluate(`document.querySelector("dialog input").value`)).toBe("counter");
  await reader.press("Cancel");
  await reader.until(`document.querySelector("dialog") === null`);
  expect(await reader.page.faults()).toEqual([]);
});
