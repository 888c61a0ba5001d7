import { m } from '../../paraglide/messages.js'
import { ProgressBar } from '../../ui/text/facts.tsx'
import { givenGiftsText, giversText } from '../../ui/text/giving-counts.ts'
import type { RegistryView } from '../registry.contract.ts'

export function GivingProgress({
  counts,
}: {
  counts: Pick<RegistryView, 'items' | 'gifts_given' | 'givers'>
}) {
  const { items, gifts_given } = counts
  const givers = giversText(counts)
  return (
    <>
      {items > 0 && (
        <ProgressBar
          value={gifts_given}
          max={items}
          label={m.registry_progress()}
          left={
            <>
              <span className="max-md:sr-only">{givenGiftsText(counts)}</span>
              {/* On phones there is room for one line. */}
              <span className="whitespace-nowrap md:hidden" aria-hidden="true">
                {m.ui_gifts_given_short({ given: gifts_given, total: items })}
              </span>
            </>
          }
          right={<span className="max-md:hidden">{`${Math.floor((gifts_given * 100) / items)}%`}</span>}
        />
      )}
      {givers && <p className="mt-1.5 text-sm text-soft max-md:hidden">{givers}</p>}
    </>
  )
}
