import QRCode from 'qrcode'
import { inLanguage, paths } from '../../base/paths.ts'
import { findRegistry } from '../../registry/contract.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { qrDrawing, qrFile } from '../qr-rules.ts'
import type { Route } from './+types/qr-file'

/** The QR code of a registry's address as a file: `?kind=png` of 1024 px for printers, else SVG. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageVisit)
  const [registry] = await orErrorPage(call(findRegistry, { id: params.id }))
  if (!registry) return new Response(null, { status: 404 })
  const url = site.url + inLanguage(paths.registry(registry.id), language)
  const isPng = new URL(request.url).searchParams.get('kind') === 'png'
  const file = isPng
    ? new Uint8Array(await QRCode.toBuffer(url, { width: 1024, margin: 4, errorCorrectionLevel: 'M' }))
    : qrFile(qrDrawing(url))
  return new Response(file, {
    headers: {
      'content-type': isPng ? 'image/png' : 'image/svg+xml; charset=utf-8',
      'content-disposition': `attachment; filename="${registry.id}.${isPng ? 'png' : 'svg'}"`,
    },
  })
}
