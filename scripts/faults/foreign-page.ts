import { findBrowser } from "../check/browser.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { freePort } from "../../test/service.ts";
import { DrawerWatch, eposAddress } from "./drawer-watch.ts";
import { ForeignBrowser, pageServer } from "./foreign-browser.ts";
import {
  beaconScript,
  DRAWER_PULSE,
  fetchScript,
  formScript,
  frameScript,
  peerScript,
  sdkScript,
} from "./foreign-page-scripts.ts";

export interface ForeignPageReport {
  /** What happened, in words. */
  readonly outcome: string;
  /** How many attempts were made; 0 when it was left out. */
  readonly attempts: number;
  readonly faults: readonly string[];
}

export interface ForeignPageOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  readonly dataFolder: string;
  /** Told of each attempt. */
  readonly onRound: (line: string) => void;
}

/** The printer of the service that pages try, and one that takes the first page that prints. */
const PRINTER = "counter";
const PAIRED = "paired";

/**
 * Opens web pages in Chromium that try to open the drawer at a real printer behind a service. Only pages that the printer
 * lists may. Without a browser it is left out, and the outcome says so.
 */
export async function runForeignPage(options: ForeignPageOptions): Promise<ForeignPageReport> {
  const left = "left out, no Chromium was found here";
  if (findBrowser() === null) return { outcome: left, attempts: 0, faults: [] };
  const token = await createToken(options.command, options.dataFolder);
  const service = await ServiceProcess.start(options);
  try {
    using watch = new DrawerWatch(service, token);
    using browser = await ForeignBrowser.open();
    const trial = new Trial(options, service, watch, browser);
    await trial.run();
    const { attempts, opened, faults } = trial;
    const outcome = `${attempts} attempts to open the drawer, which ${opened} did, as they may`;
    return { outcome, attempts, faults };
  } finally {
    await service.stop();
  }
}

class Trial {
  readonly faults: string[] = [];
  attempts = 0;
  opened = 0;
  private stored = 0;

  constructor(
    private readonly options: ForeignPageOptions,
    private readonly service: ServiceProcess,
    private readonly watch: DrawerWatch,
    private readonly browser: ForeignBrowser,
  ) {}

  async run(): Promise<void> {
    const rawPort = String(freePort());
    await this.tillroll("printer", "add", PRINTER, "--target", this.watch.target, "--raw-port", rawPort);
    await this.tillroll("printer", "update", PRINTER, "--allow-origin", "none");
    await this.foreignPage(Number(rawPort));
    await this.reboundName();
    await this.allowedPage();
    await this.pairedPage();
    await this.localNetworkAccess();
  }

  /** A page that nobody allowed, in a browser that lets it ask. */
  private async foreignPage(rawPort: number): Promise<void> {
    const { browser } = this;
    const evil = browser.near("evil.example");
    const address = eposAddress(this.service.address, PRINTER);
    const simple = (type: string, mode = "cors") => ({ mode, headers: { "Content-Type": type } });
    const toRawPort = (path: string) =>
      fetchScript(`http://127.0.0.1:${rawPort}${path}`, { mode: "no-cors" }, DRAWER_PULSE);
    const scripts: [string, string, RegExp][] = [
      ["as Epson's SDK does", sdkScript(address), /^TypeError/],
      ["as plain text", fetchScript(address, simple("text/plain")), /^TypeError/],
      [
        "as a form's fields",
        fetchScript(address, simple("application/x-www-form-urlencoded", "no-cors")),
        /^opaque$/,
      ],
      ["by a beacon", beaconScript(address), /^opaque$/],
      ["from a sandbox", frameScript(address), /^opaque$/],
      ["to the raw port", toRawPort("/"), /^(TypeError|opaque)/],
      ["to the raw port, with a long address", toRawPort(`/${"a".repeat(8000)}`), /^(TypeError|opaque)/],
      ["to the raw port, by WebRTC", peerScript(rawPort), /^closed$/],
    ];
    for (const [how, script, sees] of scripts) {
      await browser.go(evil);
      await this.refused(`a foreign page, ${how}`, async () => {
        const seen = String(await browser.evaluate(script));
        if (!sees.test(seen)) this.faults.push(`a foreign page, ${how}: it could see ${seen}`);
      });
    }
    await this.form("a foreign page, by a form", evil);
    await this.session(evil);
  }

  /** A page that nobody allowed, while the owner is signed in to the dashboard. */
  private async session(evil: string): Promise<void> {
    const link = /http:\S+code=\S+/.exec(await this.tillroll("sign-in"))?.[0] ?? "";
    await this.browser.go(link);
    await this.browser.until(`location.pathname === "/"`);
    await this.browser.go(evil);
    await this.refused("a foreign page, in the name of the owner's session", async () => {
      const address = `${this.service.workspaceAddress}/printers/${PRINTER}/test`;
      await this.browser.evaluate(fetchScript(address, { mode: "no-cors", credentials: "include" }));
    });
  }

  /** A page whose name leads to this machine once it is open (DNS rebinding): the browser takes us for its server. */
  private async reboundName(): Promise<void> {
    const { browser } = this;
    await browser.ignorePolicies();
    await browser.go(`http://rebind.example:${this.service.port}/`);
    const ipp = { headers: { "Content-Type": "application/ipp" } };
    const asks: [string, string][] = [
      ["the API", fetchScript("/api/me", { method: "GET", body: undefined })],
      ["the dashboard", fetchScript("/", { method: "GET", body: undefined })],
      ["ePOS", sdkScript(eposAddress("", PRINTER))],
      ["IPP", fetchScript(`/ipp/print/${PRINTER}`, ipp)],
    ];
    for (const [what, script] of asks) {
      await this.refused(`a name that leads here, ${what}`, async () => {
        const seen = String(await browser.evaluate(script));
        if (!seen.startsWith("421 ")) this.faults.push(`a name that leads here, ${what}: ${seen}`);
      });
    }
    await this.reboundRawPort();
  }

  /** To its own server, as which the browser takes the raw port, a page sends what it likes without being asked about. */
  private async reboundRawPort(): Promise<void> {
    const { browser } = this;
    const server = pageServer();
    const port = String(server.port);
    await browser.go(`http://rebind.example:${port}/`);
    await server.stop(true);
    await this.tillroll("printer", "update", PRINTER, "--raw-port", port);
    for (const method of ["PROPFIND", "print", "X".repeat(5000)]) {
      await this.refused(`a name that leads here, the raw port, by ${method.slice(0, 8)}`, async () => {
        await browser.evaluate(fetchScript("/", { method }, DRAWER_PULSE));
      });
    }
  }

  /** A page that the printer lists, beside one that it does not. */
  private async allowedPage(): Promise<void> {
    const pos = this.browser.near("pos.example");
    await this.tillroll("printer", "update", PRINTER, "--allow-origin", pos);
    await this.printed("a page that is listed", pos, PRINTER);
    await this.unseen("another page than the one that is listed", this.browser.near("evil.example"), PRINTER);
  }

  /** A printer takes the first page that prints. */
  private async pairedPage(): Promise<void> {
    await this.tillroll("printer", "add", PAIRED, "--target", this.watch.target);
    const first = this.browser.near("first.example");
    await this.printed("the first page that prints on a new printer", first, PAIRED);
    await this.unseen(
      "the second page that prints on a new printer",
      this.browser.near("evil.example"),
      PAIRED,
    );
    if (!(await this.tillroll("printer", "list")).includes(`${PAIRED}: ${first}`))
      this.faults.push("the list of printers does not name the page that was taken");
  }

  /** What Chrome asks its user, for pages that it takes for pages of the internet. */
  private async localNetworkAccess(): Promise<void> {
    const { browser } = this;
    const cloud = browser.far("cloud.example");
    await this.tillroll("printer", "update", PRINTER, "--allow-origin", cloud);
    if (!(await browser.setNetworkPermission(cloud, "denied"))) {
      this.options.onRound("  this browser does not ask whether a page may reach the local network");
      return;
    }
    // To the page it looks as if we had refused it; nothing came here.
    await this.unseen("a listed page whose user said no", cloud, PRINTER);
    const insecure = browser.far("pos.example");
    await this.tillroll("printer", "update", PRINTER, "--allow-origin", cloud, "--allow-origin", insecure);
    await this.unseen(
      "a listed page that is not secure, whom the browser does not let ask",
      insecure,
      PRINTER,
    );
    await this.form(
      "a page that is not listed, by a form, which the browser does not ask about",
      browser.far("evil.example"),
    );
    if ((await this.refusedPages()).includes(`: ${cloud}, `))
      this.faults.push(`the user said no, and yet something of ${cloud} came here`);
    await browser.setNetworkPermission(cloud, "granted");
    await this.printed("a listed page whose user said yes", cloud, PRINTER);
    await this.tillroll("printer", "update", PRINTER, "--allow-origin", "none");
    await this.unseen("a page that is not listed, whose user said yes", cloud, PRINTER);
    if (!(await this.refusedPages()).includes(`--allow-origin ${cloud}`))
      this.faults.push("the list of printers does not say how to allow the page that was refused");
  }

  /** A page prints as Epson's SDK does, and reads that it did. */
  private async printed(what: string, origin: string, printer: string): Promise<void> {
    await this.browser.go(origin);
    await this.attempt(what, printer, true, async () => {
      const seen = String(await this.browser.evaluate(sdkScript(eposAddress(this.service.address, printer))));
      if (!seen.includes('success="true"'))
        this.faults.push(`${what}: it could not read success, but ${seen}`);
    });
  }

  /** A page tries to print as Epson's SDK does, and sees an error of the network. */
  private async unseen(what: string, origin: string, printer: string): Promise<void> {
    await this.browser.go(origin);
    await this.attempt(what, printer, false, async () => {
      const seen = String(await this.browser.evaluate(sdkScript(eposAddress(this.service.address, printer))));
      if (!seen.startsWith("TypeError")) this.faults.push(`${what}: it could see ${seen}`);
    });
  }

  /** A page tries to print by a form, and is shown that it may not. */
  private async form(what: string, origin: string): Promise<void> {
    await this.browser.go(origin);
    await this.refused(what, async () => {
      await this.browser.evaluate(formScript(eposAddress(this.service.address, PRINTER)));
      await this.browser.until(`location.origin === ${JSON.stringify(this.service.address)}`);
      await this.browser.until(
        `new XMLSerializer().serializeToString(document).includes("OriginNotAllowed")`,
      );
    });
  }

  private refused(what: string, act: () => Promise<void>): Promise<void> {
    return this.attempt(what, PRINTER, false, act);
  }

  /** Lets a page try something, and looks whether the drawer opened and whether anything was stored. */
  private async attempt(
    what: string,
    printer: string,
    mayOpen: boolean,
    act: () => Promise<void>,
  ): Promise<void> {
    this.attempts++;
    try {
      await act();
    } catch (error) {
      this.faults.push(`${what}: ${String(error)}`);
    }
    const opened = (await this.watch.sinceLast(printer)).includes(DRAWER_PULSE);
    const storedNow = await this.watch.stored();
    const stored = storedNow - this.stored;
    this.stored = storedNow;
    if (opened) this.opened++;
    if (opened !== mayOpen) this.faults.push(`${what}: the drawer ${opened ? "opened" : "did not open"}`);
    if (stored !== (mayOpen ? 1 : 0)) this.faults.push(`${what}: ${stored} prints were stored`);
    this.options.onRound(`  ${what}: ${opened ? "opened the drawer" : "nothing came through"}`);
  }

  /** What the list of printers says of pages that were refused. */
  private async refusedPages(): Promise<string> {
    return (await this.tillroll("printer", "list")).split("Web pages that were refused:")[1] ?? "";
  }

  private async tillroll(...words: string[]): Promise<string> {
    const child = Bun.spawn([...this.options.command, ...words, "--data", this.options.dataFolder], {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (exitCode !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    return stdout;
  }
}
