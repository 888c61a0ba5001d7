/** The part of fontverter that is used here; it brings no types. */
declare module 'fontverter' {
  export function convert(font: Uint8Array, to: 'truetype' | 'woff2'): Promise<Uint8Array>
}
