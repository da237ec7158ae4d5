import { localName, schemaError, type XmlElement } from "./xml-element.ts";

/**
 * The attributes of an element, checked as the schema has them: a value that is not one of its type is a SchemaError, as
 * on Epson's printers. Attributes that are not known are left alone: newer clients may have them, and the print counts.
 */
export class Attributes {
  constructor(private readonly element: XmlElement) {}

  /** xs:unsignedByte and the like; `undefined` when it is not there. */
  integer(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw this.fault(name, `must be a whole number from ${least} to ${most}`);
  }

  /** As {@link integer}, for one that must be there. */
  required(name: string, least: number, most: number): number {
    return this.given(name, this.integer(name, least, most));
  }

  /** xs:boolean. */
  boolean(name: string): boolean | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (["true", "1", "false", "0"].includes(text)) return text === "true" || text === "1";
    throw this.fault(name, "must be one of true, 1, false, 0");
  }

  /** One of the values of an enumeration. */
  choice<Value>(name: string, values: Readonly<Record<string, Value>>): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (Object.hasOwn(values, text)) return values[text];
    throw this.fault(name, `must be one of ${Object.keys(values).join(", ")}`);
  }

  /** As {@link choice}, for one that must be there. */
  requiredChoice<Value>(name: string, values: Readonly<Record<string, Value>>): Value {
    return this.given(name, this.choice(name, values));
  }

  private given<Value>(name: string, value: Value | undefined): Value {
    if (value === undefined) throw this.fault(name, "must be given");
    return value;
  }

  /** A value without the white space around it. */
  text(name: string): string | undefined {
    const { attributes } = this.element;
    return Object.hasOwn(attributes, name) ? attributes[name]?.trim() : undefined;
  }

  fault(name: string, message: string): Error {
    return schemaError(`${localName(this.element)}.${name}`, message);
  }
}
