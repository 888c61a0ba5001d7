import QRCode from 'qrcode'
import { paths, withLanguage } from '../../../base/paths.ts'
import { findRegistry } from '../../../registry/registry/contract.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { drawQrCode, formatQrSvg } from '../qr-rules.ts'
import type { Route } from './+types/qr-file'

/** The QR code of a registry's address as a file: `?kind=png` for 1024 px, else SVG. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const [registry] = await call(findRegistry, { id: params.id })
  if (!registry) return new Response(null, { status: 404 })
  const url = site.url + withLanguage(paths.registry(registry.id), language)
  const isPng = new URL(request.url).searchParams.get('kind') === 'png'
  const file = isPng
    ? new Uint8Array(await QRCode.toBuffer(url, { width: 1024, margin: 4, errorCorrectionLevel: 'M' }))
    : formatQrSvg(drawQrCode(url))
  return new Response(file, {
    headers: {
      'content-type': isPng ? 'image/png' : 'image/svg+xml; charset=utf-8',
      'content-disposition': `attachment; filename="${registry.id}.${isPng ? 'png' : 'svg'}"`,
    },
  })
}
