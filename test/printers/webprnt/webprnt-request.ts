/** A request as Star's own library sends it: the document is text, its markup escaped. */
export function webPrntRequest(elements: string): Uint8Array<ArrayBuffer> {
  const root = `<root>${elements}</root>`;
  const escaped = root.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return new TextEncoder().encode(
    '<StarWebPrint xmlns="http://www.star-m.jp" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">' +
      `<Request>${escaped}</Request></StarWebPrint>`,
  );
}
