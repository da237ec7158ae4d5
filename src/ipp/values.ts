import type { IppAttribute, IppValue } from "./message.ts";
import { TAG } from "./tags.ts";

/*
 * Values by the names that RFC 8011, section 5.1, gives their syntaxes.
 */

const ofText =
  (tag: number) =>
  (value: string): IppValue => ({ kind: "text", tag, value });

export const text = ofText(TAG.textWithoutLanguage);
export const name = ofText(TAG.nameWithoutLanguage);
export const keyword = ofText(TAG.keyword);
export const uri = ofText(TAG.uri);
export const charset = ofText(TAG.charset);
export const naturalLanguage = ofText(TAG.naturalLanguage);
export const mimeMediaType = ofText(TAG.mimeMediaType);

export const integer = (value: number): IppValue => ({ kind: "number", tag: TAG.integer, value });
export const enumeration = (value: number): IppValue => ({ kind: "number", tag: TAG.enum, value });
export const boolean = (value: boolean): IppValue => ({ kind: "boolean", tag: TAG.boolean, value });

export function range(lower: number, upper: number): IppValue {
  return { kind: "range", tag: TAG.rangeOfInteger, lower, upper };
}

/** In dots per inch. */
export function resolution(across: number, feed: number): IppValue {
  return { kind: "resolution", tag: TAG.resolution, across, feed, units: 3 };
}

export function collection(...members: readonly IppAttribute[]): IppValue {
  return { kind: "collection", tag: TAG.begCollection, members };
}

/** Bytes that are text to those who know their form. */
export function octetString(value: string): IppValue {
  return { kind: "bytes", tag: TAG.octetString, value: new TextEncoder().encode(value) };
}

export const noValue: IppValue = { kind: "bytes", tag: TAG.noValue, value: new Uint8Array(0) };
export const unknown: IppValue = { kind: "bytes", tag: TAG.unknown, value: new Uint8Array(0) };
export const unsupported: IppValue = { kind: "bytes", tag: TAG.unsupported, value: new Uint8Array(0) };

/** A time (epoch milliseconds) as RFC 2579's DateAndTime, in UTC. */
export function dateTime(milliseconds: number): IppValue {
  const date = new Date(milliseconds);
  const value = new Uint8Array(11);
  const view = new DataView(value.buffer);
  view.setUint16(0, date.getUTCFullYear());
  value.set([date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()], 2);
  value.set([date.getUTCSeconds(), Math.floor(date.getUTCMilliseconds() / 100), "+".charCodeAt(0), 0, 0], 6);
  return { kind: "bytes", tag: TAG.dateTime, value };
}

/** An attribute with its values. */
export function attribute(attributeName: string, ...values: readonly IppValue[]): IppAttribute {
  return { name: attributeName, values };
}
