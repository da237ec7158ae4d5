import { type Clock, type MonotonicClock, monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { satisfies, type Scope } from "../domain/scope.ts";
import { hashSecret, isUsable, readToken, type Token } from "../domain/token.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { SessionStore, SessionUse } from "../storage/session-store.ts";
import type { TokenStore } from "../storage/token-store.ts";
import type { WorkspaceStore } from "../storage/workspace-store.ts";
import { BadTokenLimit, WorkspaceRateLimit } from "./rate-limit.ts";
import { isForeignPage, sessionSecretOf } from "./session-cookie.ts";

/** Who asks, and what that allows. */
export interface Access {
  readonly userId: number;
  readonly scopes: readonly Scope[];
  /** The one workspace it is for; `null` for all of them (the administrator's session, the local commands). */
  readonly workspaceId: number | null;
  /** The token in the Authorization header; `null` where a cookie said so. */
  readonly tokenId: string | null;
  /** The session of the cookie, and the token that it rests on; `null` where a token said so. */
  readonly session: { readonly id: string; readonly tokenId: string | null } | null;
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

export interface AuthenticationStores {
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly workspaces: WorkspaceStore;
}

/** Tells who asks, from a bearer token or the dashboard's cookie. */
export class Authentication {
  private readonly badTokens = new BadTokenLimit();
  private readonly rates = new WorkspaceRateLimit();
  /** What nearly every request of a turn asks for again, by its Authorization header or its slug. */
  private readonly bearers: TurnCache<Access | null>;
  private readonly workspaces: TurnCache<Workspace | null>;
  /** When tokens were last used, until someone stores it. */
  private used = new Map<string, number>();
  /** When sessions were last used, until someone stores it. */
  private usedSessions = new Map<string, SessionUse>();

  constructor(
    private readonly stores: AuthenticationStores,
    private readonly localSecretHash: Uint8Array,
    private readonly clock: Clock,
    private readonly monotonic: MonotonicClock = monotonicClock,
  ) {
    this.bearers = new TurnCache((authorization) => this.bearer(authorization));
    this.workspaces = new TurnCache((slug) => stores.workspaces.find(slug));
  }

  /**
   * Checks a request for a workspace, in the order of api-decisions: the address's bad tokens, the token, the
   * workspace, its rate, the scope.
   * @throws TillrollError RATE_LIMIT_EXCEEDED, UNAUTHORIZED, ORIGIN_NOT_ALLOWED, NOT_FOUND, API_TOKEN_SCOPE_INSUFFICIENT
   */
  authorise(caller: Caller, slug: string, scope: Scope): Authorised {
    const access = this.authenticate(caller);
    const workspace = this.workspaces.get(slug);
    // One message for both: they must look the same.
    if (workspace === null || (access.workspaceId !== null && access.workspaceId !== workspace.id))
      throw new TillrollError("NOT_FOUND", "There is no such workspace, or the token is not for it.");
    this.rates.note(workspace.id, workspace.requestRate, this.monotonic());
    if (!satisfies(access.scopes, scope)) {
      throw new TillrollError(
        "API_TOKEN_SCOPE_INSUFFICIENT",
        `The token does not have the scope "${scope}"; create one with "tillroll token create --scopes ${scope}".`,
        { required: scope },
      );
    }
    return { access, workspace };
  }

  /** Checks who asks. @throws TillrollError RATE_LIMIT_EXCEEDED, UNAUTHORIZED, ORIGIN_NOT_ALLOWED */
  authenticate(caller: Caller): Access {
    const access = this.identify(caller);
    if (access !== null) return access;
    const { request } = caller;
    if (request.headers.has("authorization")) {
      this.noteGuess(caller.address);
      throw unauthorized("The token is not valid: it is malformed, unknown, expired or revoked.");
    }
    if (isForeignPage(request)) throw foreignPage();
    this.badTokens.note(caller.address, sessionSecretOf(request) !== null, this.monotonic());
    throw unauthorized("A token is needed: send the header Authorization: Bearer <token>.");
  }

  /** Who asks, by a token or a cookie; `null` when neither is good. Counts nothing. */
  identify(caller: Caller): Access | null {
    const authorization = caller.request.headers.get("authorization");
    return authorization === null ? this.session(caller) : this.bearers.get(authorization);
  }

  /** Whether a request is of a command on this machine. */
  isLocal({ headers }: Request): boolean {
    const authorization = headers.get("authorization");
    return authorization !== null && this.bearers.get(authorization)?.isLocal === true;
  }

  /** Who a session cookie stands for; `null` when there is none or it has ended. */
  session(caller: Caller): Access | null {
    const secret = sessionSecretOf(caller.request);
    if (secret === null) return null;
    const now = this.clock();
    const session = this.stores.sessions.find(secret, now);
    if (session === null) return null;
    const { id, userId, tokenId } = session;
    const ofSession = { userId, tokenId: null, session: { id, tokenId } };
    const token = tokenId === null ? null : this.stores.tokens.find(tokenId);
    if (tokenId !== null && (token === null || !isUsable(token, now))) return null;
    if (Math.abs(now - session.lastUsedAt) >= SESSION_LIMITS.lastUseMilliseconds)
      this.usedSessions.set(id, { at: now, client: caller.address });
    if (token === null) return { ...ofSession, scopes: ["admin"], workspaceId: null };
    return { ...ofSession, scopes: token.scopes, workspaceId: token.workspaceId };
  }

  /** As {@link session}, and counts a cookie that is none of ours as a guess. @throws TillrollError RATE_LIMIT_EXCEEDED */
  visitor(caller: Caller): Access | null {
    const access = this.session(caller);
    if (access === null && sessionSecretOf(caller.request) !== null) this.noteGuess(caller.address);
    return access;
  }

  /** The usable token that a text such as `at_<id>.<secret>` stands for. */
  token(text: string): Token | null {
    const parts = readToken(text);
    if (parts === null) return null;
    const token = this.stores.tokens.find(parts.id);
    const same = crypto.timingSafeEqual(token?.secretHash ?? NO_HASH, hashSecret(parts.secret));
    return token !== null && same && isUsable(token, this.clock()) ? token : null;
  }

  /** Counts a token, a code or a cookie that was not good. @throws TillrollError RATE_LIMIT_EXCEEDED */
  noteGuess(address: string): void {
    this.badTokens.note(address, true, this.monotonic());
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

  private bearer(authorization: string): Access | null {
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (text === undefined) return null;
    const parts = readToken(text);
    if (parts?.id === LOCAL_TOKEN_ID) return this.local(parts.secret);
    const token = this.token(text);
    if (token === null) return null;
    this.used.set(token.id, this.clock());
    const { userId, scopes, workspaceId, id } = token;
    return { userId, scopes, workspaceId, tokenId: id, session: null };
  }

  private local(secret: string): Access | null {
    if (!crypto.timingSafeEqual(this.localSecretHash, hashSecret(secret))) return null;
    const administrator = this.stores.sessions.administrator();
    if (administrator === null) return null;
    const { id: userId } = administrator;
    return { userId, scopes: ["admin"], workspaceId: null, tokenId: null, session: null, isLocal: true };
  }
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

/**
 * Remembers what was read for one turn of the event loop. Requests that arrive together share a read, and a change
 * made elsewhere, such as a token revoked by a command, still counts from the next turn on.
 */
class TurnCache<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly read: (key: string) => Value) {}

  get(key: string): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = this.read(key);
    if (this.values.size === 0) setImmediate(() => this.values.clear());
    this.values.set(key, value);
    return value;
  }
}
