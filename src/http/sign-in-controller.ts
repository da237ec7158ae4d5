import { Elysia } from "elysia";
import { audit } from "../audit/audit-entry.ts";
import { type ErrorCode, TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { firstCodePoints } from "../domain/text.ts";
import { hashSecret, newSecret, newSessionId, signInLinkUsed } from "../domain/token.ts";
import { signInPage } from "../web/web.ts";
import { auditNote } from "./audit-note.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import { HTTP_STATUS } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";
import { type ReplyHeaders, replyPage, replyRedirect } from "./reply.ts";
import { checkContentType, readBody } from "./request-body.ts";
import { beginCookie, endCookie, isSameOrigin, sessionSecretOf } from "./session-cookie.ts";

const MAXIMUM_FORM_BYTES = 4096;

/** RFC 8470: what is asked for would be used up, and it is not sure yet that anybody wants it. */
const TOO_EARLY = 425;

/** Signing in to the dashboard, by a one-time link or with a token, and signing out. */
export function signInController(service: HttpService) {
  const to = (answer: (service: HttpService, call: Call) => Response | Promise<Response>) =>
    endpoint(service, (call) => answer(service, call));
  return new Elysia()
    .get("/sign-in", to(signIn), HIDDEN)
    .post("/sign-in", to(signInWithToken), HIDDEN)
    .post("/sign-out", to(signOut), HIDDEN);
}

/** With a code from a one-time link this signs in; without, it asks for a token. */
async function signIn(service: HttpService, call: Call): Promise<Response> {
  const { authentication, stores } = service;
  const code = call.query().last("code");
  // Nobody has opened the link yet: what asks so only wants to know that there is something.
  if (code === null || call.request.method === "HEAD")
    return replyPage(call.request, 200, signInPage(""), withoutStaleCookie(service, call));
  // No success, so that a browser throws the answer away and asks again when its user comes.
  if (isPrefetch(call.request)) return replyPage(call.request, TOO_EARLY, signInPage(""));
  const codeHash = hashSecret(code);
  // Before the writer is asked: who guesses writes nothing.
  if (!stores.sessions.hasSignInCode(codeHash, service.clock())) {
    if (authentication.session(call) !== null) return replyRedirect(call.request, "/");
    return begin(call.request, () => {
      authentication.noteGuess(call.address);
      throw signInLinkUsed();
    });
  }
  return begin(call.request, () => openSession(service, call, { codeHash, userId: 0, tokenId: null }));
}

/** Signs in with an API token; the session is as narrow as the token. */
async function signInWithToken(service: HttpService, call: Call): Promise<Response> {
  const { authentication } = service;
  return begin(call.request, async () => {
    if (!isSameOrigin(call.request))
      throw new TillrollError("UNAUTHORIZED", "Sign in from Tillroll's own page.");
    const token = authentication.token(await tokenOfForm(call.request));
    if (token === null) {
      authentication.noteGuess(call.address);
      throw new TillrollError("UNAUTHORIZED", "This token is unknown, expired or revoked.");
    }
    return openSession(service, call, { codeHash: null, userId: token.userId, tokenId: token.id });
  });
}

/** The session and its cookie end together, or neither does: another site's form changes nothing. */
async function signOut(service: HttpService, call: Call): Promise<Response> {
  const { authentication, writer } = service;
  if (!isSameOrigin(call.request))
    throw new TillrollError("UNAUTHORIZED", "Sign out from Tillroll's own page.");
  const access = authentication.session(call);
  const id = access?.session?.id;
  if (access !== null && id !== undefined) {
    const note = auditNote(service, call, { access, workspace: null }, "session.ended", id);
    await writer.submit({ kind: "closeSession", id, audit: note });
  }
  return replyRedirect(call.request, "/sign-in", { "Set-Cookie": endCookie(call.request) });
}

/** A cookie that stands for no session any more is taken back, so that it is not counted as a guess for ever. */
export function withoutStaleCookie({ authentication }: HttpService, call: Call): ReplyHeaders {
  const isStale = sessionSecretOf(call.request) !== null && authentication.session(call) === null;
  return isStale ? { "Set-Cookie": endCookie(call.request) } : {};
}

/** @returns the session's secret */
async function openSession(
  service: HttpService,
  call: Call,
  who: { codeHash: Uint8Array | null; userId: number; tokenId: string | null },
): Promise<string> {
  const { authentication, writer, clock, stores } = service;
  const secret = newSecret();
  const id = newSessionId();
  const token = who.tokenId === null ? null : stores.tokens.find(who.tokenId);
  const from = { address: call.address, requestId: call.requestId };
  const actor = { kind: "session", id, name: token?.name ?? "administrator", ...from } as const;
  const details = token === null ? { by: "link" } : { by: "token", token: token.id };
  await writer.submit({
    audit: audit(actor, "session.opened", id, details, token?.workspaceId ?? null),
    kind: "openSession",
    secretHash: hashSecret(secret),
    expiresAt: clock() + SESSION_LIMITS.sessionMilliseconds,
    id,
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

/** What browsers and programs that show previews of links put into one of these headers. */
const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/**
 * Whether a page is asked for that nobody has opened yet: a browser guesses where its user goes next, or a chat shows
 * what is behind a link. What is thrown away or used up by opening it must not be then.
 */
function isPrefetch(request: Request): boolean {
  return PREFETCH_HEADERS.some((name) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(request.headers.get(name) ?? ""),
  );
}

async function tokenOfForm(request: Request): Promise<string> {
  checkContentType(request, ["application/x-www-form-urlencoded"]);
  const tooLarge = () => new TillrollError("REQUEST_TOO_LARGE", "The form is too large.");
  const bytes = await readBody(request, MAXIMUM_FORM_BYTES, tooLarge);
  return new URLSearchParams(new TextDecoder().decode(bytes)).get("token")?.trim() ?? "";
}

/** What keeps a person from signing in who may try again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["UNAUTHORIZED", "RATE_LIMIT_EXCEEDED"]);

/** A failed sign-in shows the page again, with the reason, instead of an error in JSON. */
async function begin(request: Request, open: () => string | Promise<string>): Promise<Response> {
  try {
    return replyRedirect(request, "/", { "Set-Cookie": beginCookie(request, await open()) });
  } catch (error) {
    if (!(error instanceof TillrollError) || !REFUSALS.has(error.code)) throw error;
    const { retryAfterSeconds } = error.data;
    const headers: Record<string, string> = {};
    if (retryAfterSeconds !== undefined) headers["Retry-After"] = String(retryAfterSeconds);
    return replyPage(request, HTTP_STATUS[error.code], signInPage(error.message), headers);
  }
}
