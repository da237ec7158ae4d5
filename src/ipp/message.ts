/** One value of an attribute: what its tag says, read where we know how. */
export type IppValue =
  /** integer, enum */
  | { readonly kind: "number"; readonly tag: number; readonly value: number }
  | { readonly kind: "boolean"; readonly tag: number; readonly value: boolean }
  /** All character strings without a language of their own, keywords and URIs among them. */
  | { readonly kind: "text"; readonly tag: number; readonly value: string }
  | { readonly kind: "languageText"; readonly tag: number; readonly language: string; readonly value: string }
  | { readonly kind: "range"; readonly tag: number; readonly lower: number; readonly upper: number }
  /** `units`: 3 for dots per inch, 4 for dots per centimetre. */
  | {
      readonly kind: "resolution";
      readonly tag: number;
      readonly across: number;
      readonly feed: number;
      readonly units: number;
    }
  | { readonly kind: "collection"; readonly tag: number; readonly members: readonly IppAttribute[] }
  /** dateTime, octetString, out-of-band values, and whatever is not known. */
  | { readonly kind: "bytes"; readonly tag: number; readonly value: Uint8Array };

/** An attribute has at least one value. */
export interface IppAttribute {
  readonly name: string;
  readonly values: readonly IppValue[];
}

export interface IppGroup {
  readonly tag: number;
  readonly attributes: readonly IppAttribute[];
}

export interface IppVersion {
  readonly major: number;
  readonly minor: number;
}

/** A request or an answer without its document (RFC 8010, section 3.1). */
export interface IppMessage {
  readonly version: IppVersion;
  /** The operation of a request, the status of an answer. */
  readonly code: number;
  readonly requestId: number;
  readonly groups: readonly IppGroup[];
}

/** An attribute by its name, the first where there are several; `undefined` when it is not there. */
export function attributeOf(group: IppGroup | undefined, name: string): IppAttribute | undefined {
  return group?.attributes.find((attribute) => attribute.name === name);
}

/** All values of an attribute that are character strings, whatever kind of them. */
export function textsOf(attribute: IppAttribute | undefined): string[] {
  return (attribute?.values ?? []).flatMap((value) =>
    value.kind === "text" || value.kind === "languageText" ? [value.value] : [],
  );
}
