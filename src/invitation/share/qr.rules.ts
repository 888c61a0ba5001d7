import QRCode from 'qrcode'

/** A QR code as an SVG path of its dark modules; `size` is the side in modules, with the margin. */
export interface QrDrawing {
  size: number
  path: string
}

/** The quiet zone, in modules (ISO 18004). */
const margin = 4

/** Draws the QR code of a text, with error correction level M. */
export function drawQrCode(text: string): QrDrawing {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column + margin} ${row + margin}h1v1h-1z`
  return { size: modules.size + 2 * margin, path }
}

/** The drawing as an SVG file. */
export function formatQrSvg({ size, path }: QrDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
}
