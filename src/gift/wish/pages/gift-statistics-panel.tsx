import type { ReplyOf } from '../../../base/endpoint.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import type { showGiftStatistics } from '../../gift/contract.ts'
import { priceBandLabels } from '../../gift/pages/price-band-labels.ts'
import { findSparsePriceBands, priceBands, type UnitsByPriceBand } from '../../gift/price-band-rules.ts'
import { priceBandQuery } from './product-query.ts'

type GiftStatistics = ReplyOf<typeof showGiftStatistics>

/** Units by price band, and the bands with too little choice (R313). In surprise mode only what was wished for (R221). */
export function GiftStatisticsPanel({
  statistics,
  registry,
}: {
  statistics: GiftStatistics
  registry: RegistryView
}) {
  const givenRows: [string, UnitsByPriceBand][] = [
    [m.gift_statistic_purchased(), statistics.purchased],
    [m.gift_statistic_available(), statistics.available],
  ]
  const rows: [string, UnitsByPriceBand][] = [
    [m.gift_statistic_added(), statistics.added],
    ...(registry.secret ? [] : givenRows),
  ]
  return (
    <section>
      <Hints statistics={statistics} registryId={registry.id} />
      <details>
        <summary className={`min-h-11 w-fit cursor-pointer content-center ${linkClasses.text}`}>
          {m.gift_statistic_title()}
        </summary>
        <p className="mt-1 text-sm text-soft">
          {m.common_gift_count({ count: statistics.gift_items + statistics.group_gifting_items })}
          {statistics.group_gifting_items > 0 &&
            `\u00a0· ${m.gift_count_group({ count: statistics.group_gifting_items })}`}
        </p>
        <UnitsTable rows={rows} />
      </details>
    </section>
  )
}

function UnitsTable({ rows }: { rows: [string, UnitsByPriceBand][] }) {
  return (
    <table className="mt-3 w-full text-sm">
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
        {priceBands.map(({ field }) => (
          <tr key={field} className="border-b border-line">
            <th scope="row" className="py-2 text-left font-semibold sm:whitespace-nowrap">
              {priceBandLabels[field]()}
            </th>
            {rows.map(([name, units]) => (
              <td key={name} className="py-2 pl-1.5 text-right tabular-nums sm:pl-3">
                {units[field]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is missing most, in one sentence with a link to products of that price. */
function Hints({ statistics, registryId }: { statistics: GiftStatistics; registryId: string }) {
  const [sparse] = findSparsePriceBands(statistics)
  if (statistics.gift_items + statistics.group_gifting_items === 0) return null
  if (!sparse) return <p className="font-semibold text-olive">{m.gift_hint_full()}</p>
  const label = priceBandLabels[sparse.band.field]()
  return (
    <p>
      {sparse.openUnits === 0
        ? m.gift_hint_none({ band: label })
        : m.gift_hint_few({ band: label, count: sparse.openUnits })}{' '}
      <Link
        to={`${paths.addGifts(registryId)}?${priceBandQuery(sparse.band)}`}
        variant="strong"
        className="whitespace-nowrap"
        aria-label={m.gift_hint_look_at({ band: label })}
      >
        {m.gift_hint_look()}
      </Link>
    </p>
  )
}
