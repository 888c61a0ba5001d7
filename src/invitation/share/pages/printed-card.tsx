import { formatDay } from '../../../base/dates.ts'
import { formatCode } from '../../../base/fields.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import type { QrDrawing } from '../qr-rules.ts'
import { QrCode } from './qr-code.tsx'

/** A card of 85 × 54 mm with the registry's name, code and QR code. */
export function PrintedCard(props: {
  registry: RegistryView
  /** The languages of its text, one below the other. */
  spoken: Language[]
  drawing: QrDrawing
}) {
  const { registry, spoken, drawing } = props
  const host = new URL(useSite()?.url ?? 'http://localhost').host
  return (
    <div className="printed-card">
      <div className="flex min-w-0 flex-1 flex-col justify-between">
        <div>
          <p className="font-serif text-[13pt] leading-tight text-balance">{registry.registry_name}</p>
          {registry.registry_date !== null && (
            <p className="mt-1 text-[7.5pt] text-soft">
              {formatDay(registry.registry_date, spoken[0] ?? 'el')}
            </p>
          )}
        </div>
        <div className="flex flex-col gap-0.5 text-[8pt] leading-snug">
          {spoken.map(language => (
            <p key={language} lang={language} className="font-semibold text-pomegranate">
              {m.invitation_card_text({}, { locale: language })}
            </p>
          ))}
          <p className="mt-1 font-semibold text-[9pt] tabular-nums">{formatCode(registry.id)}</p>
          <p className="text-[7.5pt] text-soft">{host}</p>
        </div>
      </div>
      <QrCode drawing={drawing} className="shrink-0 self-center" />
    </div>
  )
}
