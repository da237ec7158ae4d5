/** A file of the dashboard, served as it is. */
export interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export const ASSETS: readonly Asset[] = [];

export const dashboardPage = "<!doctype html><title>Tillroll</title><h1>Tillroll</h1>";

/** The page that asks for a token. @param message why signing in failed; empty for none */
export function signInPage(message: string): string {
  return `<!doctype html><title>Tillroll</title><p>${Bun.escapeHTML(message)}</p><form method="post" action="/sign-in"><input name="token"><button>Sign in</button></form>`;
}
