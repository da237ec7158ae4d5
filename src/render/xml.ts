/** With the u flag, \p{Cs} is a surrogate without its pair, and \p{Cc} a control character. */
const UNSAFE = /[<>&"'\p{Cc}\p{Cs}\ufffe\uffff]/u;
const EVERY_UNSAFE = /[<>&"'\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Text that is safe in XML and HTML content and in quoted attributes. What XML cannot hold (control
 * characters, lone surrogates) becomes U+FFFD; pairs of surrogates are kept.
 */
export function escapeXml(text: string): string {
  // Most runs of a receipt need nothing, and testing is much cheaper than replacing.
  if (!UNSAFE.test(text)) return text;
  return text.replace(EVERY_UNSAFE, (match) => REFERENCES[match] ?? "\ufffd");
}
