import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NO_BACKUPS } from "../../../src/backup/backup-options.ts";
import { ServiceLog } from "../../../src/operations/logs/service-log.ts";
import { makeAuthority, makeLeaf } from "../../../src/certificates/local-authority.ts";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { freePort, temporaryFolder } from "../../service.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";
import { openLiveDatabase } from "../../live-database.ts";

const backups = temporaryFolder();
const log = new ServiceLog([]);
let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start({
    log,
    https: { port: freePort(), isAsked: true },
    backups: { ...NO_BACKUPS, to: backups },
    settings: {
      file: null,
      places: ["/etc/tillroll/tillroll.toml"],
      settings: [
        {
          name: "port",
          help: "Port.",
          value: "9180",
          isSet: false,
          isSecret: false,
          from: "default",
          line: "# port = 9180",
        },
        {
          name: "host",
          help: "<i>Host</i>.",
          value: "0.0.0.0",
          isSet: true,
          isSecret: false,
          from: "--host",
          line: 'host = "0.0.0.0"',
        },
      ],
      check: (text) => ({
        count: 1,
        faults: text.includes("prot") ? [{ line: 1, message: "There is no setting <b>prot</b>." }] : [],
      }),
    },
  });
  await reader.service.store("one\n");
});
afterAll(async () => {
  await reader?.end();
  rmSync(backups, { recursive: true, force: true });
});

test("the overview tells of health, disk and database", async () => {
  await reader.open("#/~/system", "System");
  await reader.see("Tills can print.");
  await reader.see(reader.service.folder);
  await reader.see(/Free on the disk[\d.,]+ [A-Z]+ of/);
  await reader.see("The machine's clock is believed.");
  const link = `[...document.querySelectorAll("a[download]")].map((e) => e.getAttribute("href")).join()`;
  expect(await reader.page.view.evaluate(link)).toContain("/api/diagnostics");
});

test("what is stored is checked at a word, and what is damaged is told", async () => {
  await reader.see("Nothing damaged is known.");
  await reader.press("Check now");
  await reader.see(/Last checked.*1 print/);
  const print = await reader.service.store("two\n");
  {
    using database = openLiveDatabase(databasePath(reader.service.folder));
    database.query("UPDATE print SET device_id = 'elsewhere' WHERE id = ?").run(print.id);
  }
  await reader.press("Check now");
  await reader.see("Something that is stored is damaged.");
  await reader.see("Its row is not what was written.");
  await reader.page.view.evaluate(`location.hash = "#/default"`);
  await reader.see(new RegExp(`Print ${print.id}\\s*damaged`));
  {
    using database = openLiveDatabase(databasePath(reader.service.folder));
    database.query("UPDATE print SET device_id = NULL WHERE id = ?").run(print.id);
  }
  await reader.open("#/~/system", "System");
  await reader.press("Check now");
  await reader.see("Nothing damaged is known.");
});

test("a backup is made and tried, and listed", async () => {
  await reader.press("Backups");
  await reader.see("There is none yet.");
  await reader.press("Make a backup now");
  await reader.see("The last backup has 2 prints.");
  await reader.until(`document.querySelector(".table tbody tr") !== null`);
  await reader.press("Try the newest");
  await reader.see("2 prints were restored and compared");
});

test("the certificate is renewed, replaced by one of the owner's, and taken back", async () => {
  await reader.press("Certificate");
  await reader.see("Of the local authority");
  await reader.press("Renew");
  await reader.see("trust the new one at once");
  await reader.press("Renew");
  await reader.until(`document.querySelector("dialog") === null`);
  const hosts = ["till.example"];
  const { certificate, key } = makeLeaf(makeAuthority(hosts, Date.now()), hosts, Date.now());
  await reader.press("Use your own");
  await reader.fill("Certificate, and those above it", certificate);
  await reader.fill("Its key", "none");
  await pressInDialog("Use your own");
  await reader.see("The key has no private key that can be read", "dialog");
  await reader.fill("Its key", key);
  await pressInDialog("Use your own");
  await reader.see("till.example");
  await reader.press("Back to the local authority’s");
  await pressInDialog("Back to the local authority’s");
  await reader.see("Of the local authority");
});

test("the doctor tells what is wrong and what to do, and what is well when it is asked", async () => {
  await reader.press("Doctor");
  await reader.see(/things? (?:is|are) not as (?:it|they) should be\./);
  await reader.see("Backups are on the disk of the data", ".table");
  await reader.seeNot("A service runs on the data folder and answers.", ".table");
  await reader.tick("Show what is well, too");
  await reader.see("A service runs on the data folder and answers.", ".table");
  await expectAccessible(reader.page);
});

test("settings are told with where they come from, and a file is checked", async () => {
  await reader.press("Configuration");
  await reader.see("<i>Host</i>.", ".table");
  await reader.seeNot("9180", ".table");
  await reader.tick("Show those that are not set, too");
  await reader.see("9180", ".table");
  await reader.fill("Its text", "prot = 1");
  await reader.press("Check it");
  await reader.see("Line 1: There is no setting <b>prot</b>.");
  await reader.fill("Its text", "port = 1");
  await reader.press("Check it");
  await reader.see("It is right: 1 setting.");
});

test("the log goes on as it is written, and is narrowed", async () => {
  log.write("info", "before it was opened");
  await reader.press("Log");
  await reader.see("before it was opened", ".system-log");
  log.write("warning", "a line <b>comes</b>", { printer: "bar" });
  await reader.see('a line <b>comes</b> {"printer":"bar"}', ".system-log");
  await reader.fill("Show", "warning");
  await reader.seeNot("before it was opened", ".system-log");
  await reader.fill("With the words", "nothing of it");
  await reader.see("There is nothing since the last start.");
  await reader.fill("With the words", "");
  await reader.see("a line <b>comes</b>", ".system-log");
});

test.each(["overview", "doctor", "backups", "certificate", "configuration", "log"])(
  "%s is open to everybody",
  async (part) => {
    await reader.open(`#/~/system/${part}`, "System");
    await reader.until(`document.querySelector("[role=tabpanel] .skeleton") === null`);
    await expectAccessible(reader.page);
    expect(await reader.page.faults()).toEqual([]);
  },
);

async function pressInDialog(name: string): Promise<void> {
  await reader.until(`document.querySelector("dialog[open]") !== null`);
  await reader.press(name);
}
