import { m } from '../../../paraglide/messages.js'
import type { RowPlot } from '../../../ui/plot/layout.ts'
import { PlotFigure, Rows } from '../../../ui/plot/plot.tsx'

/** The gifts of a registry by price; what is given is no part of it in surprise mode. */
export default function PricePlot({ plot }: { plot: RowPlot }) {
  const tellsGiven = plot.rows.some(({ part }) => part !== undefined)
  return (
    <PlotFigure
      title={m.gift_statistic_title()}
      {...(tellsGiven && {
        legend: [
          { look: 'solid' as const, name: m.gift_statistic_purchased() },
          { look: 'hatched' as const, name: m.gift_statistic_available() },
        ],
      })}
    >
      <Rows plot={plot} className="mt-2" />
    </PlotFigure>
  )
}
