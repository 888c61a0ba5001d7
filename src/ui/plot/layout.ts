import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

/**
 * Where the parts of a plot stand. It is worked out on the server, by a loader, so that no browser loads d3: what is along
 * the plot is in per cent of its width, and what is up in pixels, so that texts and lines keep their size on a phone.
 */
export interface ColumnPlot {
  height: number
  /** How wide the values left of the plot are, in pixels. */
  gutter: number
  /** Horizontal lines with their values; the one of zero is drawn stronger. */
  ticks: { y: number; label: string; isZero: boolean }[]
  columns: { x: number; width: number; y: number; height: number; look: ColumnLook }[]
  /** A path through the values of the line, 100 wide and as high as the plot; empty without any. */
  line: string
  labels: { x: number; text: string; anchor: 'start' | 'middle' | 'end' }[]
}

/** What goes up is solid and what goes down is hatched, so that no colour alone tells them apart. */
type ColumnLook = 'solid' | 'hatched'

interface ColumnValues {
  /** What each column is called below the plot, where there is room. */
  names: string[]
  up?: number[]
  /** Drawn downwards; from zero up as the others. */
  down?: number[]
  line?: number[]
  format(value: number): string
  /** Several beside one another are lower, with fewer texts. */
  isSmall?: boolean
}

const heights = { small: 112, large: 232 }
/** Room for the names below, and for half of the highest value. */
const margins = { top: 10, bottom: 24 }
/** What a digit takes of the width, and what is between a value and the plot, in pixels. */
const [digitWidth, gap] = [8, 8]
const namesEvery = 5

/** Columns side by side, those that go up above zero, those that go down below it, and a line across. */
export function layOutColumns({
  names,
  up = [],
  down = [],
  line: values = [],
  format,
  isSmall = false,
}: ColumnValues) {
  const height = isSmall ? heights.small : heights.large
  const band = scaleBand<number>().domain(names.keys()).range([0, 100]).padding(0.25)
  const least = Math.min(0, ...down.map(value => -value), ...values)
  const most = Math.max(0, ...up, ...values)
  const scale = scaleLinear()
    .domain([least, most === 0 && least === 0 ? 1 : most])
    .range([height - margins.bottom, margins.top])
    .nice(isSmall ? 2 : 4)
  const zero = scale(0)
  const column = (value: number, index: number, look: ColumnLook) => {
    const y = scale(look === 'solid' ? value : -value)
    return {
      x: round(band(index) ?? 0),
      width: round(band.bandwidth()),
      look,
      y: round(Math.min(y, zero)),
      height: round(Math.max(Math.abs(y - zero), 1)),
    }
  }
  const columns = [
    ...up.map((value, index) => ({ value, index, look: 'solid' as const })),
    ...down.map((value, index) => ({ value, index, look: 'hatched' as const })),
  ].flatMap(({ value, index, look }) => (value === 0 ? [] : [column(value, index, look)]))
  const centre = (index: number) => round((band(index) ?? 0) + band.bandwidth() / 2)
  const path = line<number>(
    (_, index) => centre(index),
    value => round(scale(value)),
  )
  const ticks = wholeTicks(scale.ticks(isSmall ? 2 : 4)).map(value => ({
    y: round(scale(value)),
    label: format(Math.abs(value)),
    isZero: value === 0,
  }))
  const plot: ColumnPlot = {
    height,
    gutter: Math.max(...ticks.map(({ label }) => label.length)) * digitWidth + gap,
    ticks,
    columns,
    line: values.length > 0 ? (path(values) ?? '') : '',
    labels: isSmall ? endNames(names) : everyNames(names, centre),
  }
  return plot
}

/** Counts and cents are whole: where all are small d3 would put lines between them. */
const wholeTicks = (ticks: number[]) => ticks.filter(Number.isInteger)

const endNames = (names: string[]): ColumnPlot['labels'] => [
  { x: 0, text: names.at(0) ?? '', anchor: 'start' },
  { x: 100, text: names.at(-1) ?? '', anchor: 'end' },
]

/** From the third on, so that none stands out of the plot. */
const everyNames = (names: string[], centre: (index: number) => number): ColumnPlot['labels'] =>
  names.flatMap((text, index) =>
    index % namesEvery === 2 ? [{ x: centre(index), text, anchor: 'middle' as const }] : [],
  )

/** A row for each value, as long as its share of the greatest; the rest of one with a `part` is hatched. */
export interface RowPlot {
  rows: { name: string; value: string; width: number; part?: number }[]
}

export function layOutRows(rows: { name: string; value: string; size: number; part?: number }[]): RowPlot {
  const most = Math.max(1, ...rows.map(({ size }) => size))
  const scale = scaleLinear().domain([0, most]).range([0, 100])
  return {
    rows: rows.map(({ name, value, size, part }) => ({
      name,
      value,
      width: round(scale(size)),
      ...(part !== undefined && { part: round(scale(part)) }),
    })),
  }
}

const round = (value: number) => Math.round(value * 100) / 100
