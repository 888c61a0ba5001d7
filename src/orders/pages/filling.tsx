import { addDays, type Day, formatDay, formatShortDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import { type ColumnPlot, layOutColumns } from '../../ui/plot/layout.ts'
import { Columns, PlotFigure } from '../../ui/plot/plot.tsx'

type Weeks = { monday: Day; orders: number }[]
/** So many weeks fit on a phone. */
const maxWeeks = 26

/** Orders by week and in total; null before a second week. Called by loaders, so that browsers don't load d3. */
export function drawFilling(weeks: Weeks, language: Language): { plot: ColumnPlot; said: string } | null {
  const all = everyWeek(weeks)
  if (all.length < 2) return null
  let sum = 0
  const sums = all.map(({ orders }) => (sum += orders))
  const name = ({ monday }: { monday: Day }) => formatShortDay(monday, language)
  const plot = layOutColumns({
    names: all.slice(-maxWeeks).map(name),
    up: all.slice(-maxWeeks).map(({ orders }) => orders),
    line: sums.slice(-maxWeeks),
    format: String,
    isSmall: true,
  })
  const told = weeks.slice(-maxWeeks).map(({ monday, orders }) => `${formatDay(monday, language)}: ${orders}`)
  return { plot, said: `${m.received_filling()}. ${told.join(', ')}` }
}

/** Adds the weeks without orders. */
function everyWeek(weeks: Weeks): Weeks {
  const [first, last] = [weeks.at(0)?.monday, weeks.at(-1)?.monday]
  if (first === undefined || last === undefined) return []
  const counts = new Map(weeks.map(({ monday, orders }) => [monday, orders]))
  const all: Weeks = []
  for (let monday = first; monday <= last; monday = addDays(monday, 7))
    all.push({ monday, orders: counts.get(monday) ?? 0 })
  return all
}

export function Filling({ drawn }: { drawn: NonNullable<ReturnType<typeof drawFilling>> }) {
  return (
    <PlotFigure
      title={m.received_filling()}
      legend={[
        { look: 'solid', name: m.received_filling_week() },
        { look: 'line', name: m.received_filling_sum() },
      ]}
    >
      <Columns plot={drawn.plot} label={drawn.said} />
    </PlotFigure>
  )
}
