/** What a token may do, the narrowest first: each satisfies those before it. */
export const SCOPES = ["read", "write", "operate", "admin"] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether the granted scopes satisfy the required one. */
export function satisfies(granted: readonly Scope[], required: Scope): boolean {
  const needed = SCOPES.indexOf(required);
  return granted.some((scope) => SCOPES.indexOf(scope) >= needed);
}

/** Reads a list such as `read,write`: each once, in the order of {@link SCOPES}; `null` when one is unknown. */
export function parseScopes(text: string): Scope[] | null {
  const words = text.split(",").map((word) => word.trim());
  if (words.some((word) => !SCOPES.includes(word as Scope))) return null;
  return SCOPES.filter((scope) => words.includes(scope));
}
