import { Elysia } from "elysia";
import { audit } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/person-limits.ts";
import type { SignInWay } from "../domain/person.ts";
import { firstCodePoints } from "../domain/text.ts";
import { hashSecret, newSecret, newSessionId } from "../domain/token.ts";
import { pageLanguage } from "../web/page-language.ts";
import { type SignInFailure, signInPage, type SignInPage } from "../web/sign-in-page.ts";
import { auditNote } from "./audit-note.ts";
import { type Call, HIDDEN } from "./endpoint.ts";
import { HTTP_STATUS } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";
import { pageEndpoint } from "./page-endpoint.ts";
import { type ReplyHeaders, replyPage, replyRedirect } from "./reply.ts";
import { checkContentType, readBody } from "./request-body.ts";
import { beginCookie, endCookie, isSameOrigin, sessionSecretOf } from "./session-cookie.ts";

const MAXIMUM_FORM_BYTES = 4096;

/** RFC 8470: what is asked for would be used up, and it is not sure yet that anybody wants it. */
const TOO_EARLY = 425;

/** Signing in to the dashboard, by a link, a password, a token or the code for a phone, and signing out. */
export function signInController(service: HttpService) {
  const to = (answer: (service: HttpService, call: Call) => Response | Promise<Response>) =>
    pageEndpoint(service, (call) => answer(service, call));
  return new Elysia()
    .get("/sign-in", to(signIn), HIDDEN)
    .post("/sign-in", to(signInByForm), HIDDEN)
    .post("/sign-out", to(signOut), HIDDEN);
}

/** With a code from a one-time link this signs in; without, it asks who wants to. */
async function signIn(service: HttpService, call: Call): Promise<Response> {
  const { authentication, stores } = service;
  const code = call.query().last("code");
  // Nobody has opened the link yet: what asks so only wants to know that there is something.
  if (code === null || call.request.method === "HEAD")
    return replyPage(
      call.request,
      200,
      await pageOf(service, call, {}),
      await withoutStaleCookie(service, call),
    );
  // No success, so that a browser throws the answer away and asks again when its user comes.
  if (isPrefetch(call.request)) return replyPage(call.request, TOO_EARLY, await pageOf(service, call, {}));
  // What reads codes looks at where they lead before its user wants to go there, so that this only asks for a form.
  const owner = await phoneOwnerOf(service, code);
  if (owner !== null) {
    const phone = { code, name: owner.name, isSignedIn: (await authentication.session(call)) !== null };
    return replyPage(call.request, 200, await pageOf(service, call, { phone }));
  }
  const codeHash = hashSecret(code);
  // Before the writer is asked: who guesses writes nothing.
  const person = await stores.people.ownerOfCode(codeHash, service.clock());
  if (person === null) {
    if ((await authentication.session(call)) !== null) return replyRedirect(call.request, "/");
    return begin(service, call, { by: "link" }, () => refused(service, call));
  }
  const { id: userId, name, passwordAt } = person;
  const isNew = passwordAt === null && userId !== (await stores.people.administrator())?.id;
  return begin(service, call, { by: "link", leadsTo: isNew ? WELCOME : "/" }, () =>
    openSession(service, call, { by: "link", codeHash, userId, tokenId: null, name }),
  );
}

/** Where a person who was invited chooses a password. */
const WELCOME = "/#/~/welcome";

/** Signs in with what the form of the page brings: an API token, the code for a phone, or a name and a password. */
async function signInByForm(service: HttpService, call: Call): Promise<Response> {
  const form = isForeign(call.request) ? new URLSearchParams() : await formOf(call.request);
  const [code, token] = [form.get("code"), form.get("token")];
  if (code !== null) return begin(service, call, { by: "phone" }, () => signInPhone(service, call, code));
  if (token !== null)
    return begin(service, call, { by: "token" }, () => signInWithToken(service, call, token.trim()));
  const name = form.get("name")?.trim() ?? "";
  const password = form.get("password") ?? "";
  return begin(service, call, { by: "password", name }, () =>
    signInWithPassword(service, call, name, password),
  );
}

/** The session is as narrow as the token. @returns its secret; `null` when the token is not good */
async function signInWithToken(service: HttpService, call: Call, text: string): Promise<string | null> {
  const token = await service.authentication.token(text);
  if (token === null) return refused(service, call);
  const { id: tokenId, userId, name } = token;
  return openSession(service, call, { by: "token", codeHash: null, userId, tokenId, name });
}

/** @returns the session's secret; `null` when the name or the password is not right */
async function signInWithPassword(
  service: HttpService,
  call: Call,
  name: string,
  password: string,
): Promise<string | null> {
  const { authentication, stores, clock } = service;
  const isKnown = ({ id }: { readonly id: number }) => stores.sessions.isKnown(id, call.address, clock());
  const person = await authentication.passwords.check(name, password, call.address, isKnown);
  if (person === null) return null;
  const { id: userId, name: known } = person;
  return openSession(service, call, { by: "password", codeHash: null, userId, tokenId: null, name: known });
}

/** The session has the rights of the one that showed the code. @returns its secret; `null` when the code is not good */
async function signInPhone(service: HttpService, call: Call, code: string): Promise<string | null> {
  const owner = await phoneOwnerOf(service, code);
  if (owner === null || service.authentication.phoneCodes.take(code) === null) return refused(service, call);
  const { userId, tokenId, name } = owner;
  return openSession(service, call, { by: "phone", codeHash: null, userId, tokenId, name });
}

/** Counts a guess. @throws TillrollError RATE_LIMIT_EXCEEDED */
function refused({ authentication }: HttpService, call: Call): null {
  authentication.noteGuess(call.address);
  return null;
}

/** Whose a phone's code is, while the session that shows it goes on. */
async function phoneOwnerOf({ authentication, stores, clock }: HttpService, code: string) {
  const owner = authentication.phoneCodes.ownerOf(code);
  const shown =
    owner === null
      ? undefined
      : (await stores.sessions.list(clock())).find(({ id }) => id === owner.sessionId);
  if (owner === null || shown === undefined) return null;
  return { ...owner, name: shown.tokenName ?? shown.userName };
}

/** The session and its cookie end together, or neither does: another site's form changes nothing. */
async function signOut(service: HttpService, call: Call): Promise<Response> {
  const { authentication, writer } = service;
  if (!isSameOrigin(call.request))
    throw new TillrollError("UNAUTHORIZED", "Sign out from Tillroll's own page.");
  const access = await authentication.session(call);
  const id = access?.session?.id;
  if (access !== null && id !== undefined) {
    const note = await auditNote(service, call, { access, workspace: null }, "session.ended", id);
    await writer.submit({ kind: "closeSession", id, audit: note });
  }
  return replyRedirect(call.request, "/sign-in", { "Set-Cookie": endCookie(call.request) });
}

/** A cookie that stands for no session any more is taken back, so that it is not counted as a guess for ever. */
export async function withoutStaleCookie({ authentication }: HttpService, call: Call): Promise<ReplyHeaders> {
  const isStale = sessionSecretOf(call.request) !== null && (await authentication.session(call)) === null;
  return isStale ? { "Set-Cookie": endCookie(call.request) } : {};
}

/** Who signs in, and by what. */
interface SigningIn {
  readonly by: SignInWay;
  readonly codeHash: Uint8Array | null;
  readonly userId: number;
  readonly tokenId: string | null;
  /** Of the person or the token. */
  readonly name: string;
}

/** @returns the session's secret */
async function openSession(
  service: HttpService,
  call: Call,
  { by, name, ...who }: SigningIn,
): Promise<string> {
  const { authentication, writer, clock, stores } = service;
  const secret = newSecret();
  const id = newSessionId();
  const { tokenId } = who;
  const workspaceId = tokenId === null ? null : ((await stores.tokens.find(tokenId))?.workspaceId ?? null);
  const actor = { kind: "session", id, name, address: call.address, requestId: call.requestId } as const;
  const details = tokenId === null ? { by } : { by, token: tokenId };
  await writer.submit({
    audit: audit(actor, "session.opened", id, details, workspaceId),
    kind: "openSession",
    secretHash: hashSecret(secret),
    expiresAt: clock() + SESSION_LIMITS.sessionMilliseconds,
    id,
    client: call.address,
    userAgent: firstCodePoints(
      call.request.headers.get("user-agent") ?? "",
      SESSION_LIMITS.userAgentCharacters,
    ),
    openedBy: by,
    replaces: (await authentication.session(call))?.session?.id ?? null,
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

async function formOf(request: Request): Promise<URLSearchParams> {
  checkContentType(request, ["application/x-www-form-urlencoded"]);
  const tooLarge = () => new TillrollError("REQUEST_TOO_LARGE", "The form is too large.");
  const bytes = await readBody(request, MAXIMUM_FORM_BYTES, tooLarge);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** The page that asks who wants to sign in; for a name and a password only once somebody has one. */
async function pageOf(
  { stores, isArchive }: HttpService,
  { request }: Call,
  given: Partial<SignInPage>,
): Promise<string> {
  const hasPasswords = await stores.people.hasPasswords();
  const shown = { failure: null, name: "", phone: null, hasPasswords, isArchive, ...given };
  return signInPage(shown, pageLanguage(request));
}

/** Where signing in leads, and what the page shows again when it fails. */
interface Attempt {
  /** Why it fails, where it does. */
  readonly by: "password" | "token" | "link" | "phone";
  readonly leadsTo?: string;
  readonly name?: string;
}

/** A failed sign-in shows the page again, with the reason, instead of an error in JSON. */
async function begin(
  service: HttpService,
  call: Call,
  { by, leadsTo = "/", name = "" }: Attempt,
  open: () => string | null | Promise<string | null>,
): Promise<Response> {
  const { request } = call;
  let failure: SignInFailure = { reason: isForeign(request) ? "origin" : by };
  const headers: Record<string, string> = {};
  let status = HTTP_STATUS.UNAUTHORIZED;
  try {
    const secret = failure.reason === "origin" ? null : await open();
    if (secret !== null)
      return replyRedirect(request, leadsTo, { "Set-Cookie": beginCookie(request, secret) });
  } catch (error) {
    if (!(error instanceof TillrollError)) throw error;
    if (error.code === "RATE_LIMIT_EXCEEDED") {
      const retryAfterSeconds = Number(error.data["retryAfterSeconds"] ?? 1);
      failure = { reason: "limit", retryAfterSeconds };
      headers["Retry-After"] = String(retryAfterSeconds);
      status = HTTP_STATUS.RATE_LIMIT_EXCEEDED;
      // A link may have been used by somebody else the moment before.
    } else if (error.code !== "UNAUTHORIZED") throw error;
  }
  return replyPage(request, status, await pageOf(service, call, { failure, name }), headers);
}

/** Whether a form comes from a page that is not ours. Links are followed from anywhere. */
function isForeign(request: Request): boolean {
  return request.method === "POST" && !isSameOrigin(request);
}
