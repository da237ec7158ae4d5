/** A challenge of digest authentication (RFC 7616). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: "MD5" | "SHA-256";
  /** Whether the answer is to have `qop=auth`; RFC 2069 knew none. */
  readonly hasQuality: boolean;
}

const PARAMETER = String.raw`[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)`;

/** The challenges of digest among others, which are divided by commas as their parameters are. */
const CHALLENGES = new RegExp(String.raw`(?:^|,)\s*Digest\s+(${PARAMETER}(?:\s*,\s*${PARAMETER})*)`, "gi");

/** Reads the challenge of a WWW-Authenticate header; `null` where there is none of digest that can be answered. */
export function readDigestChallenge(header: string): DigestChallenge | null {
  const challenges = [...header.matchAll(CHALLENGES)];
  const read = challenges.map(([, text = ""]) => readParameters(text)).map(challengeOf);
  const known = read.filter((challenge) => challenge !== null);
  return known.find(({ algorithm }) => algorithm === "SHA-256") ?? known[0] ?? null;
}

function readParameters(text: string): ReadonlyMap<string, string> {
  const parameters = text.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g);
  return new Map(
    [...parameters].map(([, name = "", quoted, plain]) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(.)/g, "$1") ?? plain ?? "",
    ]),
  );
}

function challengeOf(parameters: ReadonlyMap<string, string>): DigestChallenge | null {
  const [realm, nonce] = [parameters.get("realm"), parameters.get("nonce")];
  const algorithm = (parameters.get("algorithm") ?? "MD5").toUpperCase();
  const qualities = parameters
    .get("qop")
    ?.split(",")
    .map((quality) => quality.trim());
  if (realm === undefined || nonce === undefined) return null;
  if (algorithm !== "MD5" && algorithm !== "SHA-256") return null;
  if (qualities !== undefined && !qualities.includes("auth")) return null;
  return {
    realm,
    nonce,
    opaque: parameters.get("opaque") ?? null,
    algorithm,
    hasQuality: qualities !== undefined,
  };
}

/** A request that is to be authorised. */
export interface DigestRequest {
  readonly method: string;
  /** The path with its query. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** How often the nonce has been used, this time too. */
  readonly count: number;
  /** Made by chance. */
  readonly clientNonce: string;
}

/** The Authorization header that answers a challenge. */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, hasQuality } = challenge;
  const { method, uri, user, password, clientNonce } = request;
  const hash = (...parts: string[]) =>
    new Bun.CryptoHasher(algorithm === "MD5" ? "md5" : "sha256").update(parts.join(":")).digest("hex");
  const count = request.count.toString(16).padStart(8, "0");
  const [who, what] = [hash(user, realm, password), hash(method, uri)];
  const response = hasQuality ? hash(who, nonce, count, clientNonce, "auth", what) : hash(who, nonce, what);
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  return [
    `Digest username=${quoted(user)}, realm=${quoted(realm)}, nonce=${quoted(nonce)}, uri=${quoted(uri)}`,
    `algorithm=${algorithm}, response="${response}"`,
    ...(hasQuality ? [`qop=auth, nc=${count}, cnonce="${clientNonce}"`] : []),
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(", ");
}
