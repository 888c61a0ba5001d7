import type { ReplyOf } from '../../../base/endpoint.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Link } from '../../../ui/page/link.tsx'
import type { showGiftStatistics, UnitsByPriceBand } from '../../gift/contract.ts'
import { findSparsePriceBands } from '../../gift/rules.ts'
import { priceBandQuery } from './price-band-query.ts'

const bands: [keyof UnitsByPriceBand, () => string][] = [
  ['dollar050', m.gift_band_0],
  ['dollar50100', m.gift_band_50],
  ['dollar100150', m.gift_band_100],
  ['dollar150plus', m.gift_band_150],
]

type Statistic = ReplyOf<typeof showGiftStatistics>

/**
 * Units by price band (product.md 17), and where the list has too little: one with something for every purse is a
 * good list. Hosts who want to be surprised see only what they wished for.
 */
export function GiftStatisticsPanel({
  statistic,
  registry,
}: {
  statistic: Statistic
  registry: RegistryView
}) {
  const given: [string, UnitsByPriceBand][] = [
    [m.gift_statistic_purchased(), statistic.purchased],
    [m.gift_statistic_available(), statistic.available],
  ]
  const rows: [string, UnitsByPriceBand][] = [
    [m.gift_statistic_added(), statistic.added],
    ...(registry.secret ? [] : given),
  ]
  return (
    <section>
      <h2 className="text-2xl">{m.gift_statistic_title()}</h2>
      <p className="mt-1 text-sm text-soft">
        {m.gift_statistic_whole({ count: statistic.gift_items })} ·{' '}
        {m.gift_statistic_group({ count: statistic.group_gifting_items })}
      </p>
      <table className="mt-4 w-full text-sm">
        <thead>
          <tr className="border-b border-line text-soft">
            <th scope="col" className="py-2 text-left font-normal">
              {m.gift_statistic_band()}
            </th>
            {rows.map(([name]) => (
              <th key={name} scope="col" className="py-2 pl-1.5 text-right font-normal sm:pl-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bands.map(([band, name]) => (
            <tr key={band} className="border-b border-line">
              <th scope="row" className="py-2 text-left font-semibold sm:whitespace-nowrap">
                {name()}
              </th>
              {rows.map(([row, buckets]) => (
                <td key={row} className="py-2 pl-1.5 text-right tabular-nums sm:pl-3">
                  {buckets[band]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Hints statistic={statistic} registryId={registry.id} />
    </section>
  )
}

/** So many hints at once; the next ones come when these are heeded. */
const hintsMost = 2

/** What is missing, each with the way to products of that price. */
function Hints({ statistic, registryId }: { statistic: Statistic; registryId: string }) {
  const short = findSparsePriceBands(statistic)
  if (statistic.gift_items + statistic.group_gifting_items === 0) return null
  if (short.length === 0) return <p className="mt-4 text-sm font-semibold text-olive">{m.gift_hint_full()}</p>
  return (
    <div className="mt-4 rounded-tile border border-line bg-card p-4">
      <h3 className="font-sans text-base font-semibold">{m.gift_hint_title()}</h3>
      <ul className="mt-1 flex flex-col gap-2 text-sm">
        {short.slice(0, hintsMost).map(({ band, open }) => {
          const name = bandName(band)
          return (
            <li key={band}>
              {open === 0 ? m.gift_hint_none({ band: name }) : m.gift_hint_few({ band: name, count: open })}{' '}
              <Link
                to={`${paths.addGifts(registryId)}?${priceBandQuery(band)}`}
                variant="weight"
                className="whitespace-nowrap"
                aria-label={m.gift_hint_look_at({ band: name })}
              >
                {m.gift_hint_look()}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function bandName(band: keyof UnitsByPriceBand): string {
  return bands.find(([name]) => name === band)?.[1]() ?? ''
}
