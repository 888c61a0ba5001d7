import QRCode from 'qrcode'
import { dayMs } from '../../base/durations.ts'
import { canonicalAddress, paths } from '../../base/paths.ts'
import { createStaleCache } from '../../base/stale-cache.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { findRegistry } from '../../registry/registry.contract.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { drawQrCode, formatQrSvg } from '../share/qr.rules.ts'
import type { Route } from './+types/qr-file'

type FileKind = 'png' | 'svg'

/** The files by their content, so that a code is drawn once however often it is asked for. */
const files = createStaleCache<Uint8Array<ArrayBuffer> | string>({ max: 300, freshMs: dayMs })
const drawings = createWorkLimit({ concurrent: 2, waiting: 60 })

function drawFile(url: string, kind: FileKind) {
  const draw = async () =>
    kind === 'png'
      ? new Uint8Array(await QRCode.toBuffer(url, { width: 1024, margin: 4, errorCorrectionLevel: 'M' }))
      : formatQrSvg(drawQrCode(url))
  return files.read(`${kind} ${url}`, new Date(), () => drawings(draw))
}

/** The QR code of a registry's address as a file: `?kind=png` for 1024 px, else SVG. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const [registry] = await call(findRegistry, { id: params.id })
  if (!registry) return new Response(null, { status: 404 })
  const url = site.url + canonicalAddress(paths.registry(registry.id), language)
  const isPng = new URL(request.url).searchParams.get('kind') === 'png'
  return new Response(await drawFile(url, isPng ? 'png' : 'svg'), {
    headers: {
      'content-type': isPng ? 'image/png' : 'image/svg+xml; charset=utf-8',
      'x-robots-tag': 'noindex',
      'content-disposition': `attachment; filename="${registry.id}.${isPng ? 'png' : 'svg'}"`,
    },
  })
}
