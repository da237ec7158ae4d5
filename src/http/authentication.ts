import { type Awaitable, whenThere } from "../domain/awaitable.ts";
import { type Clock, type MonotonicClock, monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/person-limits.ts";
import type { ReachingScopes } from "../domain/grant.ts";
import type { Role } from "../domain/rights.ts";
import { satisfies, type Scope } from "../domain/scope.ts";
import { hashSecret, isUsable, readToken, type Token } from "../domain/token.ts";
import { typedCommand } from "../domain/typed-command.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Identities } from "../storage/ports/identities.ts";
import type { Session, SessionUse } from "../domain/session.ts";
import { accessIn, grantedBySession, grantedByToken } from "./granted-access.ts";
import { Passwords } from "./passwords.ts";
import { PhoneCodes } from "./phone-codes.ts";
import { BadTokenLimit, WorkspaceRateLimit } from "./rate-limit.ts";
import { isForeignPage, sessionSecretOf } from "./session-cookie.ts";

/** Who asks, and what that allows. */
export interface Access {
  readonly userId: number;
  readonly scopes: readonly Scope[];
  /** What the person is whose session it is; `null` where a token, or a session that rests on one, says what may be done. */
  readonly role: Role | null;
  /**
   * The one workspace it is for; `null` for all of them (an administrator's session, the local commands), `NO_WORKSPACE` where
   * `granted` tells it.
   */
  readonly workspaceId: number | null;
  /** What it is for, where that is more than one workspace and not all; `scopes` are for what is beside them then. */
  readonly granted?: readonly ReachingScopes[];
  /** The token in the Authorization header; `null` where a cookie said so. */
  readonly tokenId: string | null;
  /** The session of the cookie, and the token that it rests on; `null` where a token said so. */
  readonly session: Session | null;
  /** Whether it is the service's own token, of commands on this machine. */
  readonly isLocal?: boolean;
}

/** Who asks for a workspace, and may. */
export interface Authorised {
  readonly access: Access;
  readonly workspace: Workspace;
}

/** What the bearer token of the local commands begins with; it lasts as long as the service runs. */
export const LOCAL_TOKEN_ID = "local";

/** Compared against when there is no such token, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = new Uint8Array(32);

/** What tells who asks. The address is looked up only when it is needed, for a token that was not good. */
interface Caller {
  readonly request: Request;
  /** The client's address, as the socket says. */
  readonly address: string;
}

/** What a bearer token allows while it lasts. */
interface Bearer {
  readonly access: Access;
  /** Epoch milliseconds; `null` for as long as nobody revokes it. */
  readonly expiresAt: number | null;
}

/** Tells who asks, from a bearer token or the dashboard's cookie. */
export class Authentication {
  private readonly badTokens = new BadTokenLimit();
  readonly passwords: Passwords;
  readonly phoneCodes: PhoneCodes;
  private readonly rates = new WorkspaceRateLimit();
  /** What nearly every request asks for again, by its Authorization header or its slug. */
  private readonly findBearer: (authorization: string) => Awaitable<Bearer | null>;
  private readonly findWorkspace: (slug: string) => Awaitable<Workspace | null>;
  /** When tokens were last used, until someone stores it. */
  private used = new Map<string, number>();
  /** When sessions were last used, until someone stores it. */
  private usedSessions = new Map<string, SessionUse>();

  constructor(
    private readonly stores: Identities,
    private readonly localSecretHash: Uint8Array,
    private readonly clock: Clock,
    private readonly monotonic: MonotonicClock = monotonicClock,
    /** Which service it is of: its commands are told of. */
    private readonly place = { isArchive: false },
  ) {
    this.passwords = new Passwords(stores.people, this.badTokens, monotonic);
    this.phoneCodes = new PhoneCodes(monotonic);
    const { memory, workspaces } = stores;
    this.findBearer = memory.remembering((authorization) => this.bearer(authorization));
    this.findWorkspace = memory.remembering((slug) => workspaces.find(slug));
  }

  /**
   * Checks a request for a workspace, in the order of api-decisions: the address's bad tokens, the token, the
   * workspace, its rate, the scope.
   * @throws TillrollError RATE_LIMIT_EXCEEDED, UNAUTHORIZED, ORIGIN_NOT_ALLOWED, NOT_FOUND, API_TOKEN_SCOPE_INSUFFICIENT
   */
  authorise(caller: Caller, slug: string, scope: Scope): Awaitable<Authorised> {
    return whenThere(this.authenticate(caller), (access) =>
      whenThere(this.findWorkspace(slug), (workspace) => this.admit(access, workspace, scope)),
    );
  }

  /** Checks who asks. @throws TillrollError RATE_LIMIT_EXCEEDED, UNAUTHORIZED, ORIGIN_NOT_ALLOWED */
  authenticate(caller: Caller): Awaitable<Access> {
    return whenThere(this.identify(caller), (access) => access ?? this.refuse(caller));
  }

  /** Who asks, by a token or a cookie; `null` when neither is good. Counts nothing. */
  identify(caller: Caller): Awaitable<Access | null> {
    const authorization = caller.request.headers.get("authorization");
    return authorization === null ? this.session(caller) : this.bearerAccess(authorization);
  }

  /** Whether a request is of a command on this machine. */
  isLocal({ headers }: Request): Awaitable<boolean> {
    const authorization = headers.get("authorization");
    if (authorization === null) return false;
    return whenThere(this.bearerAccess(authorization), (access) => access?.isLocal === true);
  }

  /** Who a session cookie stands for; `null` when there is none or it has ended. */
  async session(caller: Caller): Promise<Access | null> {
    const secret = sessionSecretOf(caller.request);
    if (secret === null) return null;
    const now = this.clock();
    const session = await this.stores.sessions.find(secret, now);
    if (session === null) return null;
    const { id, userId, tokenId } = session;
    const ofSession = { userId, tokenId: null, session };
    const token = tokenId === null ? null : await this.stores.tokens.find(tokenId);
    if (tokenId !== null && (token === null || !isUsable(token, now))) return null;
    if (Math.abs(now - session.lastUsedAt) >= SESSION_LIMITS.lastUseMilliseconds)
      this.usedSessions.set(id, { at: now, client: caller.address });
    return { ...ofSession, ...(token === null ? grantedBySession(session) : grantedByToken(token)) };
  }

  /** As {@link session}, and counts a cookie that is none of ours as a guess. @throws TillrollError RATE_LIMIT_EXCEEDED */
  async visitor(caller: Caller): Promise<Access | null> {
    const access = await this.session(caller);
    if (access === null && sessionSecretOf(caller.request) !== null) this.noteGuess(caller.address);
    return access;
  }

  /** The usable token that a text such as `at_<id>.<secret>` stands for. */
  token(text: string): Awaitable<Token | null> {
    const parts = readToken(text);
    if (parts === null) return null;
    return whenThere(this.stores.tokens.find(parts.id), (token) => {
      const same = crypto.timingSafeEqual(token?.secretHash ?? NO_HASH, hashSecret(parts.secret));
      return token !== null && same && isUsable(token, this.clock()) ? token : null;
    });
  }

  /** Counts a token, a code or a cookie that was not good. @throws TillrollError RATE_LIMIT_EXCEEDED */
  noteGuess(address: string): void {
    this.badTokens.note(address, true, this.monotonic());
  }

  /** Counts a request that is about workspaces, for each of them. @throws TillrollError RATE_LIMIT_EXCEEDED */
  noteRequest(workspaces: readonly Pick<Workspace, "id" | "requestRate">[]): void {
    const now = this.monotonic();
    for (const { id, requestRate } of workspaces) this.rates.note(id, requestRate, now);
  }

  /** The uses of tokens and sessions noted since the last call, to be stored. */
  takeUses(): {
    readonly tokens: ReadonlyMap<string, number>;
    readonly sessions: ReadonlyMap<string, SessionUse>;
  } {
    const uses = { tokens: this.used, sessions: this.usedSessions };
    this.used = new Map();
    this.usedSessions = new Map();
    return uses;
  }

  /** Lets in who may. @throws TillrollError NOT_FOUND, RATE_LIMIT_EXCEEDED, API_TOKEN_SCOPE_INSUFFICIENT */
  private admit(access: Access, workspace: Workspace | null, scope: Scope): Authorised {
    // One message for both: they must look the same.
    const there = workspace === null ? null : accessIn(access, workspace);
    if (workspace === null || there === null) throw new TillrollError("NOT_FOUND", notThere(access));
    this.noteRequest([workspace]);
    if (!satisfies(there.scopes, scope)) {
      const message =
        there.role === null
          ? `The token does not have the scope "${scope}"; create one with "${typedCommand("token create", this.place)} --scopes ${scope}".`
          : `This is not for the role "${there.role}"; an administrator can give you another one.`;
      throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: scope });
    }
    return { access: there, workspace };
  }

  /** Counts what was not good. @throws TillrollError UNAUTHORIZED, RATE_LIMIT_EXCEEDED, ORIGIN_NOT_ALLOWED */
  private refuse({ request, address }: Caller): never {
    if (request.headers.has("authorization")) {
      this.noteGuess(address);
      throw unauthorized("The token is not valid: it is malformed, unknown, expired or revoked.");
    }
    if (isForeignPage(request)) throw foreignPage();
    this.badTokens.note(address, sessionSecretOf(request) !== null, this.monotonic());
    throw unauthorized("A token is needed: send the header Authorization: Bearer <token>.");
  }

  /** What a bearer token allows now, and notes its use; `null` when it is not good. */
  private bearerAccess(authorization: string): Awaitable<Access | null> {
    return whenThere(this.findBearer(authorization), (bearer) => this.take(bearer));
  }

  private take(bearer: Bearer | null): Access | null {
    if (bearer === null) return null;
    const { access, expiresAt } = bearer;
    const now = this.clock();
    if (expiresAt !== null && expiresAt <= now) return null;
    if (access.tokenId !== null) this.used.set(access.tokenId, now);
    return access;
  }

  private bearer(authorization: string): Awaitable<Bearer | null> {
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (text === undefined) return null;
    const parts = readToken(text);
    if (parts?.id === LOCAL_TOKEN_ID) return this.local(parts.secret);
    return whenThere(this.token(text), (token) => {
      if (token === null) return null;
      const { userId, id, expiresAt } = token;
      return { access: { userId, ...grantedByToken(token), tokenId: id, session: null }, expiresAt };
    });
  }

  private local(secret: string): Awaitable<Bearer | null> {
    if (!crypto.timingSafeEqual(this.localSecretHash, hashSecret(secret))) return null;
    return whenThere(this.stores.people.administrator(), (administrator) => {
      if (administrator === null) return null;
      const { id: userId } = administrator;
      const nothing = { role: null, workspaceId: null, tokenId: null, session: null };
      return { access: { userId, scopes: ["admin"], ...nothing, isLocal: true }, expiresAt: null };
    });
  }
}

/** Why there is no such workspace for whoever asks: only who does not see all of them may be the cause. */
function notThere({ workspaceId, session }: Access): string {
  if (workspaceId === null) return "There is no such workspace.";
  return session === null
    ? "There is no such workspace, or the token is not for it."
    : "There is no such workspace, or it is not for you.";
}

function unauthorized(message: string): TillrollError {
  return new TillrollError("UNAUTHORIZED", message);
}

/** The dashboard's session is for the dashboard's own pages. */
function foreignPage(): TillrollError {
  const message =
    "A page of another origin may not act in the name of the dashboard's session; use a token: Authorization: Bearer <token>.";
  return new TillrollError("ORIGIN_NOT_ALLOWED", message);
}
