import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { hashSecret, newSecret } from "../domain/token.ts";
import { ASSETS, dashboardPage, signInPage } from "../web/web.ts";
import { matchesEntityTag } from "./byte-range.ts";
import { endpoint, UNREAD_BODY } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply } from "./reply.ts";
import { checkContentType, readBody } from "./request-body.ts";
import { beginCookie, endCookie, isSameOrigin, sessionSecretOf } from "./session-cookie.ts";

/** Our pages run our own scripts and styles only; receipts bring their images as data: URLs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const MAXIMUM_FORM_BYTES = 4096;

/** The dashboard at `/`, and signing in and out. */
export function webController(service: HttpService) {
  const { authentication, writer } = service;

  const dashboard = endpoint(service, ({ request }) =>
    authentication.session(request) === null ? redirect("/sign-in") : page(200, dashboardPage),
  );

  /** With a code from a one-time link this signs in; without, it asks for a token. */
  const signIn = endpoint(service, async (call) => {
    const code = call.query().last("code");
    if (code === null) return page(200, signInPage(""));
    return begin(() => openSession({ codeHash: hashSecret(code), userId: 0, tokenId: null }));
  });

  /** Signs in with an API token; the session is as narrow as the token. */
  const signInWithToken = endpoint(service, async (call) =>
    begin(async () => {
      if (!isSameOrigin(call.request))
        throw new TillrollError("UNAUTHORIZED", "Sign in from Tillroll's own page.");
      const token = authentication.token(await tokenOfForm(call.request));
      if (token === null) {
        authentication.noteBadToken(call.address);
        throw new TillrollError("UNAUTHORIZED", "This token is unknown, expired or revoked.");
      }
      return openSession({ codeHash: null, userId: token.userId, tokenId: token.id });
    }),
  );

  const signOut = endpoint(service, async ({ request }) => {
    const secret = sessionSecretOf(request);
    if (secret !== null) await writer.submit({ kind: "closeSession", secretHash: hashSecret(secret) });
    return redirect("/sign-in", { "Set-Cookie": endCookie() });
  });

  async function openSession(who: { codeHash: Uint8Array | null; userId: number; tokenId: string | null }) {
    const secret = newSecret();
    const expiresAt = service.clock() + SESSION_LIMITS.sessionMilliseconds;
    await writer.submit({ kind: "openSession", secretHash: hashSecret(secret), expiresAt, ...who });
    return secret;
  }

  const app = new Elysia()
    .get("/", dashboard, hidden)
    .get("/sign-in", signIn, hidden)
    .post("/sign-in", signInWithToken, { ...UNREAD_BODY, ...hidden })
    .post("/sign-out", signOut, { ...UNREAD_BODY, ...hidden });
  for (const { path, contentType, body } of ASSETS) {
    const entityTag = `"${new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 32)}"`;
    const headers = { "Content-Type": contentType, "Cache-Control": "no-cache", ETag: entityTag };
    const asset = endpoint(service, ({ request }) =>
      matchesEntityTag(request.headers.get("if-none-match"), entityTag)
        ? reply(304, null, headers)
        : reply(200, body, headers),
    );
    app.get(path, asset, hidden);
  }
  return app;
}

const hidden = { detail: { hide: true } };

function page(status: number, html: string): Response {
  return reply(status, html, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
  });
}

function redirect(location: string, headers: Record<string, string> = {}): Response {
  return reply(303, null, { Location: location, ...headers });
}

async function tokenOfForm(request: Request): Promise<string> {
  checkContentType(request, ["application/x-www-form-urlencoded"]);
  const bytes = await readBody(request, MAXIMUM_FORM_BYTES, formTooLarge);
  return new URLSearchParams(new TextDecoder().decode(bytes)).get("token")?.trim() ?? "";
}

/** A failed sign-in shows the page again, with the reason, instead of an error in JSON. */
async function begin(open: () => Promise<string>): Promise<Response> {
  try {
    return redirect("/", { "Set-Cookie": beginCookie(await open()) });
  } catch (error) {
    if (!(error instanceof TillrollError) || error.code !== "UNAUTHORIZED") throw error;
    return page(401, signInPage(error.message));
  }
}

function formTooLarge(): TillrollError {
  return new TillrollError("REQUEST_TOO_LARGE", "The form is too large.");
}
