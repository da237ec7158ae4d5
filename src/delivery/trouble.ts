const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it refused the connection",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "its name cannot be looked up now",
  ETIMEDOUT: "it did not answer in time",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  ECONNRESET: "it reset the connection",
  EPIPE: "it closed the connection",
};

/** What went wrong with a connection, as a part of a sentence. */
export function causeOf(error: unknown): string {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return CAUSES["ETIMEDOUT"] ?? error.message;
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CAUSES[code] ?? (code === "" ? "the connection failed" : `the connection failed (${code})`);
}
