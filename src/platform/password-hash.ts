import { passwordForm } from "../domain/password.ts";

/** Argon2id with 19 MiB and two passes: the least that OWASP's cheat sheet asks for, and some 50 ms of a shop's PC. */
const HASHING = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** A hash that no password has, of the same cost: whoever guesses names is not told by the time that it takes. */
const NOBODYS =
  "$argon2id$v=19$m=19456,t=2,p=1$0Jzs7et+omSZ1Bfrtn6ncGaP/f6y6xQlP7dLGIYSTHU$Sx8cWmt7hftrXVl/xPo8mf/4g8bUvLPRxuApfPt6CMY";

/** Hashes a password, beside the thread that asks. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(passwordForm(password), HASHING);
}

/** Whether a password is the one of a hash, beside the thread that asks. @param hash `null` for nobody's: no password is that */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const isSame = await Bun.password.verify(passwordForm(password), hash ?? NOBODYS);
  return isSame && hash !== null;
}
