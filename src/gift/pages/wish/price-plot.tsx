import { m } from '../../../paraglide/messages.js'
import type { RowPlot } from '../../../ui/plot/layout.ts'
import { PlotFigure, Rows } from '../../../ui/plot/plot.tsx'

/** Gifts by price band; in surprise mode without what is given (R221). */
export default function PricePlot({ plot }: { plot: RowPlot }) {
  const tellsGiven = plot.rows.some(({ part }) => part !== undefined)
  return (
    <PlotFigure
      title={m.gift_statistic_title()}
      {...(tellsGiven && {
        legend: [
          { look: 'solid' as const, name: m.common_given() },
          { look: 'hatched' as const, name: m.gift_statistic_available() },
        ],
      })}
    >
      <Rows plot={plot} className="mt-2" />
    </PlotFigure>
  )
}
