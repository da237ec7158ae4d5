/** How long something on a page may take, milliseconds: far more than it does, for machines that do much else. */
const PATIENCE_MILLISECONDS = 20_000;

/** What Chromium calls the permission to reach the local network, which differs with its version and the target. */
const NETWORK_PERMISSIONS = ["local-network-access", "local-network", "loopback-network"];

/**
 * Chromium, on pages that it takes for pages of the internet: any name in `.example` leads here. Only one for a process,
 * because Bun starts one browser, with what is given first.
 */
export class ForeignBrowser implements Disposable {
  private constructor(
    private readonly view: Bun.WebView,
    private readonly servers: readonly Bun.Server<undefined>[],
    private readonly nearPort: number,
    private readonly farPort: number,
  ) {}

  /** @throws Error when there is no Chromium */
  static async open(): Promise<ForeignBrowser> {
    const [near, far] = [pageServer(), pageServer()];
    const farPort = far.port ?? 0;
    const argv = [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-quic",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP *.example 127.0.0.1",
      `--ip-address-space-overrides=127.0.0.1:${farPort}=public`,
      // In place of a certificate: Chromium lets only secure pages ask for the local network.
      `--unsafely-treat-insecure-origin-as-secure=http://cloud.example:${farPort}`,
    ];
    const view = new Bun.WebView({ width: 800, height: 600, backend: { type: "chrome", url: false, argv } });
    await view.navigate("about:blank");
    return new ForeignBrowser(view, [near, far], near.port ?? 0, farPort);
  }

  /** The origin of a page that the browser lets reach this machine without asking, as all but Chrome do. */
  near(host: string): string {
    return `http://${host}:${this.nearPort}`;
  }

  /** The origin of a page whose server the browser takes for one on the internet; `cloud.example` is a secure page. */
  far(host: string): string {
    return `http://${host}:${this.farPort}`;
  }

  /** Goes to an address, and waits until its page is there. */
  async go(address: string): Promise<void> {
    await this.view.navigate(address);
  }

  /** What an expression gives on the page; of a promise, what it comes to. */
  async evaluate(expression: string): Promise<unknown> {
    return await this.view.evaluate(expression);
  }

  /** Waits until an expression gives something truthy, and gives that. @throws Error when it never does */
  async until(expression: string): Promise<unknown> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      // While the page is being replaced nothing can be evaluated on it.
      const value = await this.view.evaluate(expression).catch(() => null);
      if (value) return value;
      if (performance.now() > deadline) throw new Error(`never true on the page: ${expression}`);
      await Bun.sleep(15);
    }
  }

  /** From now on pages may do what their content security policy forbids: an attacker's page has none of ours. */
  async ignorePolicies(): Promise<void> {
    await this.view.cdp("Page.setBypassCSP", { enabled: true });
  }

  /** Answers the browser's question whether a page may reach the local network. @returns whether it knows the question */
  async setNetworkPermission(origin: string, setting: "granted" | "denied"): Promise<boolean> {
    let isKnown = false;
    for (const name of NETWORK_PERMISSIONS) {
      const answer = this.view.cdp("Browser.setPermission", { permission: { name }, setting, origin });
      // Each version knows some of the names.
      isKnown = (await answer.then(() => true).catch(() => false)) || isKnown;
    }
    return isKnown;
  }

  [Symbol.dispose](): void {
    this.view.close();
    for (const server of this.servers) void server.stop(true);
  }
}

/** Serves a page, at whatever address. */
export function pageServer(): Bun.Server<undefined> {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("<!doctype html><title>A page</title><p>A page", { headers }),
  });
}
