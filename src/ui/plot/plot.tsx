import { type ReactNode, useId } from 'react'
import { classNames } from '../style/class-names.ts'
import type { ColumnPlot, RowPlot } from './layout.ts'

/** A plot with its name, what its looks mean, and what it shows in words for who can't see it. */
export function PlotFigure(props: {
  title: ReactNode
  /** Right of the title: the sum of what is drawn. */
  sum?: ReactNode
  legend?: { look: PlotLook; name: string }[]
  children: ReactNode
}) {
  const { title, sum, legend = [], children } = props
  return (
    <figure className="min-w-0 break-inside-avoid">
      <figcaption className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{title}</span>
        {sum !== undefined && <span className="font-serif text-lg tabular-nums">{sum}</span>}
        {legend.length > 0 && (
          <ul className="flex w-full flex-wrap gap-x-5 text-sm">
            {legend.map(({ look, name }) => (
              <li key={name} className="flex items-center gap-2">
                <LookSample look={look} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {children}
    </figure>
  )
}

type PlotLook = 'solid' | 'hatched' | 'line'

function LookSample({ look }: { look: PlotLook }) {
  const hatch = useId()
  return (
    <svg aria-hidden="true" width="18" height="14" className="plot shrink-0">
      <Hatch id={hatch} />
      {look === 'line' ? (
        <line x1="0" x2="18" y1="7" y2="7" className="plot-line" />
      ) : (
        <rect x="1" y="1" width="16" height="12" {...columnLook(look, hatch)} />
      )}
    </svg>
  )
}

/** Slanting lines, which stay apart from a filled column in one colour and on paper, too. */
function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="1" x2="1" y1="0" y2="5" className="plot-hatch" />
      </pattern>
    </defs>
  )
}

const columnLook = (look: 'solid' | 'hatched', hatch: string) =>
  look === 'solid' ? { className: 'plot-solid' } : { className: 'plot-hatched', fill: `url(#${hatch})` }

/** Columns and lines by time, with the values at the left; `label` says in words what they show. */
export function Columns({ plot, label }: { plot: ColumnPlot; label: string }) {
  const hatch = useId()
  const { height, gutter } = plot
  return (
    <div className="flex">
      <svg aria-hidden="true" width={gutter} height={height} className="plot shrink-0">
        {plot.ticks.map(({ y, label: text }) => (
          <text key={y} x={gutter - 8} y={y} dy="0.35em" textAnchor="end" className="plot-text">
            {text}
          </text>
        ))}
      </svg>
      <svg role="img" aria-label={label} width="100%" height={height} className="plot min-w-0">
        <Hatch id={hatch} />
        {plot.ticks.map(({ y, isZero }) => (
          <line key={y} x1="0" x2="100%" y1={y} y2={y} className={isZero ? 'plot-zero' : 'plot-grid'} />
        ))}
        {plot.columns.map(({ x, width, y, height: size, look }) => (
          <rect
            key={`${look} ${x}`}
            x={`${x}%`}
            y={y}
            width={`${width}%`}
            height={size}
            {...columnLook(look, hatch)}
          />
        ))}
        {plot.line && <Line path={plot.line} height={height} />}
        {plot.labels.map(({ x, text, anchor }) => (
          <text key={x} x={`${x}%`} y={height - 6} textAnchor={anchor} className="plot-text">
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Stretched to the plot's width, but for the width of the line itself. */
function Line({ path, height }: { path: string; height: number }) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
    >
      <path d={path} className="plot-line" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** A row for each group, with its value written beside it. */
export function Rows({ plot, className }: { plot: RowPlot; className?: string }) {
  const hatch = useId()
  return (
    <ul className={classNames('flex flex-col gap-2', className)}>
      {plot.rows.map(({ name, value, width, part }, index) => (
        <li key={name}>
          <span className="flex justify-between gap-4 text-sm">
            <span>{name}</span>
            <span className="tabular-nums">{value}</span>
          </span>
          <svg aria-hidden="true" width="100%" height="12" className="plot block">
            <line x1="0" x2="100%" y1="11" y2="11" className="plot-grid" />
            {part !== undefined && (
              <>
                <Hatch id={`${hatch}${index}`} />
                <rect
                  x="0"
                  y="0"
                  width={`${width}%`}
                  height="11"
                  {...columnLook('hatched', `${hatch}${index}`)}
                />
              </>
            )}
            <rect x="0" y="0" width={`${part ?? width}%`} height="11" className="plot-solid" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
