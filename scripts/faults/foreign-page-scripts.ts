import { sdkRequest } from "../../test/printers/epos/memory-printer.ts";

/* What a page does to print: each is an expression that is evaluated on it, and says what the page could see of it. */

/** A document that opens the drawer and prints nothing. */
const DRAWER = sdkRequest("<pulse/>");

/** The bytes of it on the way to the printer: ESC p 0 50 250, as text of one byte a character. */
export const DRAWER_PULSE = "\x1bp\x002\xfa";

/** How long a page looks for a way to a peer, milliseconds: it tries about twenty times a second. */
const PEER_MILLISECONDS = 1000;

/** How long a page waits for an answer, milliseconds: what a raw port takes for a print has none. */
const PATIENCE_MILLISECONDS = 5000;

const text = (value: string) => JSON.stringify(value);

/** Prints by fetch; gives the answer's text, `opaque`, or the error. */
export function fetchScript(
  address: string,
  options: Record<string, unknown> = {},
  body: string = DRAWER,
): string {
  const all = JSON.stringify({ method: "POST", body, ...options });
  const signal = `AbortSignal.timeout(${PATIENCE_MILLISECONDS})`;
  return (
    `fetch(${text(address)}, { ...${all}, signal: ${signal} }).then((answer) => answer.type === "opaque" ? "opaque" : ` +
    `answer.text().then((body) => answer.status + " " + body), String)`
  );
}

/** Prints as Epson's JavaScript SDK does, which the browser asks about first. */
export function sdkScript(address: string): string {
  const headers = {
    "Content-Type": "text/xml; charset=utf-8",
    "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT",
    SOAPAction: '""',
  };
  return fetchScript(address, { headers });
}

/** Prints by a form, which takes the page to the answer: no browser asks about that, nor for a permission. */
export function formScript(address: string): string {
  const split = DRAWER.indexOf("=");
  const [name, value] = [DRAWER.slice(0, split), DRAWER.slice(split + 1)];
  return `(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", enctype: "text/plain", action: ${text(address)} });
    const field = document.createElement("textarea");
    Object.assign(field, { name: ${text(name)}, value: ${text(value)} });
    form.append(field);
    document.body.append(form);
    form.submit();
    return "sent";
  })()`;
}

/** Prints from a frame in a sandbox, whose origin is `null`. */
export function frameScript(address: string): string {
  const options = { method: "POST", mode: "no-cors", body: DRAWER };
  const script = `fetch(${text(address)}, ${JSON.stringify(options)}).then((a) => a.type, String).then((said) => parent.postMessage(said, "*"))`;
  const source = `<script>${script.replaceAll("</", "<\\/")}</script>`;
  return `new Promise((resolve) => {
    addEventListener("message", ({ data }) => resolve(data), { once: true });
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    frame.srcdoc = ${text(source)};
    document.body.append(frame);
  })`;
}

/** Prints by a beacon, which nobody waits for. */
export function beaconScript(address: string): string {
  return `navigator.sendBeacon(${text(address)}, ${text(DRAWER)}) ? "opaque" : "refused by the browser"`;
}

/** Takes a port for a peer's, and for a relay's: the browser sends a name there that the page has chosen. */
export function peerScript(port: number): string {
  const relay = { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: "page", credential: "page" };
  const candidate = `candidate:1 1 tcp 2105458943 127.0.0.1 ${port} typ host tcptype passive`;
  return `(async () => {
    const peer = new RTCPeerConnection({ iceServers: [${JSON.stringify(relay)}] });
    peer.createDataChannel("page");
    const offer = await peer.createOffer();
    await peer.setLocalDescription(offer);
    const usernameFragment = "PRINTED+".repeat(30);
    const sdp = offer.sdp.replace("a=setup:actpass", "a=setup:passive")
      .replace(/a=ice-ufrag:.*/, "a=ice-ufrag:" + usernameFragment);
    await peer.setRemoteDescription({ type: "answer", sdp });
    await peer.addIceCandidate({ candidate: ${text(candidate)}, sdpMLineIndex: 0, usernameFragment });
    await new Promise((resolve) => setTimeout(resolve, ${PEER_MILLISECONDS}));
    peer.close();
    return peer.signalingState;
  })().catch(String)`;
}
