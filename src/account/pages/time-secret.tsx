import type { QrDrawing } from '../../invitation/share/qr.rules.ts'
import { m } from '../../paraglide/messages.js'

export function TimeSecret({ qr, secret }: { qr: QrDrawing; secret: string }) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={m.account_factor_picture()}
        className="size-44 bg-white"
      >
        <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p className="min-w-52 flex-1">
        {m.account_factor_secret()} <code className="block break-all font-semibold">{secret}</code>
      </p>
    </div>
  )
}
