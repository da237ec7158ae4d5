import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { Reader } from "../pages/reader.ts";
import { HeldAnswers } from "../held-answers.ts";

/* Dialogs whose answer is long in coming: they stay until it is there. */

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
});
afterAll(() => reader?.end());
beforeEach(() => reader.open("#/~/tokens", "API tokens"));

/** A browser may have closed it by itself: then it opens again. */
const isOpen = `document.querySelector("dialog[open]") !== null`;

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
  const slow = await HeldAnswers.of(reader.page, /^POST .*\/api\/tokens$/);
  await reader.page.view.evaluate(`document.querySelector("dialog input").focus()`);
  await reader.page.view.press("Enter");
  await slow.untilGiven(1);
  await reader.page.view.press("Enter");
  await tryToLeave();
  await reader.until(isOpen);
  expect(await slow.bodies()).toHaveLength(1);
  await slow.end();
  await reader.see("it is shown this once", "dialog");
  await reader.page.view.press("Escape");
  await reader.until(`document.querySelector("dialog") === null`);
});

test("a question stays while its deed is under way, and keeps the focus", async () => {
  await reader.press("Revoke till");
  await reader.see("gets no answer any more", "dialog");
  const slow = await HeldAnswers.of(reader.page, /^DELETE /);
  const focused = `document.activeElement.textContent`;
  await reader.page.view.evaluate(`document.querySelector("dialog .button-danger").focus()`);
  await reader.page.view.press("Enter");
  await slow.untilGiven(1);
  await reader.page.view.press("Enter");
  await tryToLeave();
  await reader.until(isOpen);
  expect(await reader.page.view.evaluate(focused)).toBe("Revoke");
  expect(await slow.bodies()).toHaveLength(1);
  await slow.end();
  await reader.until(`document.querySelector("dialog") === null`);
});

test("one that a browser closes by itself opens again while it is busy", async () => {
  await reader.press("Make a token");
  await reader.fill("Name", "scale");
  const slow = await HeldAnswers.of(reader.page, /^POST .*\/api\/tokens$/);
  await reader.page.pressOn("dialog [type=submit]");
  await slow.untilGiven(1);
  await reader.page.view.evaluate(`document.querySelector("dialog").close()`);
  await reader.until(`document.querySelector("dialog[open]") !== null`);
  await slow.end();
  await reader.see("it is shown this once", "dialog");
  await reader.press("Done");
});

test("it can be left when the request has failed, and what was typed is kept", async () => {
  await reader.press("Make a token");
  await reader.fill("Name", "counter");
  await reader.fill("Ends", "day");
  await reader.fill("The day", "2001-01-01");
  const slow = await HeldAnswers.of(reader.page, /^POST .*\/api\/tokens$/);
  await reader.page.pressOn("dialog [type=submit]");
  await slow.untilGiven(1);
  await tryToLeave();
  await slow.end();
  await reader.see("is in the past.", "dialog");
  expect(await reader.page.view.evaluate(`document.querySelector("dialog input").value`)).toBe("counter");
  await reader.press("Cancel");
  await reader.until(`document.querySelector("dialog") === null`);
  expect(await reader.page.faults()).toEqual([]);
});

test("one whose answer does not come can be left after a while", async () => {
  await reader.page.view.evaluate(`(() => {
    const real = setTimeout;
    // What lasts for seconds is over when the test says so.
    window.setTimeout = (act, wait, ...more) => (wait >= 10_000 ? (window.endWait = act, 0) : real(act, wait, ...more));
  })()`);
  await reader.press("Make a token");
  await reader.fill("Name", "stuck");
  const slow = await HeldAnswers.of(reader.page, /^POST .*\/api\/tokens$/);
  await reader.page.pressOn("dialog [type=submit]");
  await slow.untilGiven(1);
  await tryToLeave();
  await reader.until(isOpen);
  await reader.page.view.evaluate("window.endWait()");
  await reader.page.view.press("Escape");
  await reader.until(`document.querySelector("dialog") === null`);
  await slow.end();
});
