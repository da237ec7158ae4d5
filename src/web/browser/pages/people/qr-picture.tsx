/** A QR code for a screen. @param svg as `qrSvg` draws it: nothing in it is of others */
export function QrPicture({ svg, label }: { readonly svg: string; readonly label: string }) {
  return <img class="qr-picture" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} />;
}
