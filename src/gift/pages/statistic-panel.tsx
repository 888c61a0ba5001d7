import type { ReplyOf } from '../../base/endpoint.ts'
import { m } from '../../paraglide/messages.js'
import type { Buckets, showStatistic } from '../contract.ts'

const bands: [keyof Buckets, () => string][] = [
  ['dollar050', m.gift_band_0],
  ['dollar50100', m.gift_band_50],
  ['dollar100150', m.gift_band_100],
  ['dollar150plus', m.gift_band_150],
]

/** Units by price band: a list with something for every purse is a good list (product.md 17). */
export function StatisticPanel({ statistic }: { statistic: ReplyOf<typeof showStatistic> }) {
  const rows: [string, Buckets][] = [
    [m.gift_statistic_added(), statistic.added],
    [m.gift_statistic_purchased(), statistic.purchased],
    [m.gift_statistic_available(), statistic.available],
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
              <th key={name} scope="col" className="py-2 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bands.map(([band, name]) => (
            <tr key={band} className="border-b border-line">
              <th scope="row" className="py-2 text-left font-semibold whitespace-nowrap">
                {name()}
              </th>
              {rows.map(([row, buckets]) => (
                <td key={row} className="py-2 pl-3 text-right tabular-nums">
                  {buckets[band]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
