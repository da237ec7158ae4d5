import { Elysia } from "elysia";
import { type ErrorCode, TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { firstCodePoints } from "../domain/text.ts";
import { hashSecret, newSecret, newSessionId, signInLinkUsed } from "../domain/token.ts";
import { ASSETS, dashboardPage, signInPage } from "../web/web.ts";
import { matchesEntityTag } from "./byte-range.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import { HTTP_STATUS } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";
import { isPrefetch } from "./prefetch.ts";
import { reply, type ReplyHeaders } from "./reply.ts";
import { checkContentType, readBody } from "./request-body.ts";
import { beginCookie, endCookie, isSameOrigin, sessionSecretOf } from "./session-cookie.ts";

/** Our pages run our own scripts and styles only; receipts bring their images as data: URLs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const MAXIMUM_FORM_BYTES = 4096;

/** RFC 8470: what is asked for would be used up, and it is not sure yet that anybody wants it. */
const TOO_EARLY = 425;

/** The dashboard at `/`, and signing in and out. */
export function webController(service: HttpService) {
  const { authentication, writer, stores } = service;

  const dashboard = endpoint(service, (call) =>
    authentication.visitor(call) === null
      ? redirect("/sign-in", withoutStaleCookie(call))
      : page(200, dashboardPage),
  );

  /** With a code from a one-time link this signs in; without, it asks for a token. */
  const signIn = endpoint(service, async (call) => {
    const code = call.query().last("code");
    // Nobody has opened the link yet: what asks so only wants to know that there is something.
    if (code === null || call.request.method === "HEAD")
      return page(200, signInPage(""), withoutStaleCookie(call));
    // No success, so that a browser throws the answer away and asks again when its user comes.
    if (isPrefetch(call.request)) return page(TOO_EARLY, signInPage(""));
    const codeHash = hashSecret(code);
    // Before the writer is asked: who guesses writes nothing.
    if (!stores.sessions.hasSignInCode(codeHash, service.clock())) {
      if (authentication.session(call) !== null) return redirect("/");
      return begin(() => {
        authentication.noteGuess(call.address);
        throw signInLinkUsed();
      });
    }
    return begin(() => openSession(call, { codeHash, userId: 0, tokenId: null }));
  });

  /** Signs in with an API token; the session is as narrow as the token. */
  const signInWithToken = endpoint(service, async (call) =>
    begin(async () => {
      if (!isSameOrigin(call.request))
        throw new TillrollError("UNAUTHORIZED", "Sign in from Tillroll's own page.");
      const token = authentication.token(await tokenOfForm(call.request));
      if (token === null) {
        authentication.noteGuess(call.address);
        throw new TillrollError("UNAUTHORIZED", "This token is unknown, expired or revoked.");
      }
      return openSession(call, { codeHash: null, userId: token.userId, tokenId: token.id });
    }),
  );

  /** The session and its cookie end together, or neither does: another site's form changes nothing. */
  const signOut = endpoint(service, async (call) => {
    if (!isSameOrigin(call.request))
      throw new TillrollError("UNAUTHORIZED", "Sign out from Tillroll's own page.");
    const id = authentication.session(call)?.session?.id;
    if (id !== undefined) await writer.submit({ kind: "closeSession", id });
    return redirect("/sign-in", { "Set-Cookie": endCookie() });
  });

  async function openSession(
    call: Call,
    who: { codeHash: Uint8Array | null; userId: number; tokenId: string | null },
  ): Promise<string> {
    const secret = newSecret();
    await writer.submit({
      kind: "openSession",
      secretHash: hashSecret(secret),
      expiresAt: service.clock() + SESSION_LIMITS.sessionMilliseconds,
      id: newSessionId(),
      client: call.address,
      userAgent: firstCodePoints(
        call.request.headers.get("user-agent") ?? "",
        SESSION_LIMITS.userAgentCharacters,
      ),
      replaces: authentication.session(call)?.session?.id ?? null,
      ...who,
    });
    return secret;
  }

  /** A cookie that stands for no session any more is taken back, so that it is not counted as a guess for ever. */
  function withoutStaleCookie(call: Call): Record<string, string> {
    const isStale = sessionSecretOf(call.request) !== null && authentication.session(call) === null;
    return isStale ? { "Set-Cookie": endCookie() } : {};
  }

  const app = new Elysia()
    .get("/", dashboard, HIDDEN)
    .get("/sign-in", signIn, HIDDEN)
    .post("/sign-in", signInWithToken, HIDDEN)
    .post("/sign-out", signOut, HIDDEN);
  for (const { path, contentType, body } of ASSETS) {
    const entityTag = `"${new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 32)}"`;
    const headers = { "Content-Type": contentType, "Cache-Control": "no-cache", ETag: entityTag };
    const asset = endpoint(service, ({ request }) =>
      matchesEntityTag(request.headers.get("if-none-match"), entityTag)
        ? reply(304, null, headers)
        : reply(200, body, headers),
    );
    app.get(path, asset, HIDDEN);
  }
  return app;
}

function page(status: number, html: string, headers: ReplyHeaders = {}): Response {
  return reply(status, html, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    ...headers,
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

/** What keeps a person from signing in who may try again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["UNAUTHORIZED", "RATE_LIMIT_EXCEEDED"]);

/** A failed sign-in shows the page again, with the reason, instead of an error in JSON. */
async function begin(open: () => string | Promise<string>): Promise<Response> {
  try {
    return redirect("/", { "Set-Cookie": beginCookie(await open()) });
  } catch (error) {
    if (!(error instanceof TillrollError) || !REFUSALS.has(error.code)) throw error;
    const { retryAfterSeconds } = error.data;
    const headers: Record<string, string> = {};
    if (retryAfterSeconds !== undefined) headers["Retry-After"] = String(retryAfterSeconds);
    return page(HTTP_STATUS[error.code], signInPage(error.message), headers);
  }
}

function formTooLarge(): TillrollError {
  return new TillrollError("REQUEST_TOO_LARGE", "The form is too large.");
}
