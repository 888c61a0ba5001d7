import { formatCode } from '../../../base/fields.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { linkClasses, useLocalizedHref } from '../../../ui/page/link.tsx'
import type { QrDrawing } from '../qr-rules.ts'
import { QrCode } from './qr-code.tsx'

/** The registry's code in large letters, and its QR code, to scan or download. */
export function CodeAndQr({ id, drawing }: { id: string; drawing: QrDrawing }) {
  const [svgHref, pngHref] = [
    useLocalizedHref(paths.registryQr(id, 'svg')),
    useLocalizedHref(paths.registryQr(id, 'png')),
  ]
  const fileClasses = `inline-flex min-h-6 items-center ${linkClasses.strong}`
  return (
    <div className="grid gap-6 border-line border-t pt-6 sm:grid-cols-[1fr_auto] sm:items-center">
      <div>
        <p className="text-soft">{m.common_registry_code()}</p>
        <p className="mt-1 font-serif text-[1.75rem] leading-tight tracking-wide tabular-nums sm:text-[2rem]">
          {formatCode(id)}
        </p>
        <p className="mt-2 text-sm text-soft">{m.invitation_code_help()}</p>
      </div>
      <div className="flex items-center gap-4 sm:flex-col sm:gap-2">
        <QrCode drawing={drawing} className="size-36 rounded-field" />
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span className="basis-full text-soft sm:basis-auto">{m.invitation_qr_save()}</span>
          <a href={svgHref} className={fileClasses}>
            SVG
          </a>
          <a href={pngHref} className={fileClasses}>
            PNG
          </a>
        </p>
      </div>
    </div>
  )
}
