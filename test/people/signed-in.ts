import type { Service } from "../service.ts";

/** What a browser that is signed in sends with its requests. */
export type SignedIn = Readonly<Record<"Cookie" | "Origin", string>>;

export function cookieOf(response: Response): string {
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

/** Opens a one-time link, as a browser does. */
export async function byLink(service: Service, link: string): Promise<SignedIn> {
  const response = await service.fetch(link.replace(service.address, ""), { token: null });
  if (response.status !== 303) throw new Error(`the link was answered ${response.status}`);
  return { Cookie: cookieOf(response), Origin: service.address };
}

/** Sends the form of the sign-in page. */
export function sendForm(
  service: Service,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return service.fetch("/sign-in", {
    token: null,
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: service.address, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Signs in by name and password. */
export async function byPassword(service: Service, name: string, password: string): Promise<SignedIn> {
  const response = await sendForm(service, { name, password });
  if (response.status !== 303) throw new Error(`signing in was answered ${response.status}`);
  return { Cookie: cookieOf(response), Origin: service.address };
}

/** The first administrator, by a new link. */
export async function administrator(service: Service): Promise<SignedIn> {
  return byLink(service, await service.signInLink());
}

/** A request in somebody's name. */
export function as(
  service: Service,
  headers: Record<string, string>,
  method: string,
  path: string,
  json?: unknown,
): Promise<Response> {
  return service.fetch(path, { token: null, headers, method, ...(json !== undefined && { json }) });
}
