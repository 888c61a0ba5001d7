import { m } from '../../paraglide/messages.js'
import type { QrDrawing } from '../share/qr.rules.ts'

/** On white, so that it can be scanned on any background. */
export function QrCode({ drawing: { size, path }, className }: { drawing: QrDrawing; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={m.invitation_qr_alt()}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
