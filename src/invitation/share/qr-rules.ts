import QRCode from 'qrcode'

/** A QR code as one drawing: `size` is the side with its quiet margin, in modules; `path` the dark ones. */
export interface QrDrawing {
  size: number
  path: string
}

/** Readers need four free modules around a code (ISO 18004). */
const margin = 4

/** Draws the text; a fifth of it may be soiled or torn and it can still be read. */
export function drawQrCode(text: string): QrDrawing {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column + margin} ${row + margin}h1v1h-1z`
  return { size: modules.size + 2 * margin, path }
}

/** The drawing as a file of its own. */
export function formatQrSvg({ size, path }: QrDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
}
