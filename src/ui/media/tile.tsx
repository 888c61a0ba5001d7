import type { ReactNode } from 'react'
import { type TileTone, tileTones } from '../../base/tile-tones.ts'
import { classNames } from '../style/class-names.ts'

const backgrounds: Record<TileTone | 'given', string> = {
  sand: 'bg-sand',
  rose: 'bg-rose',
  sky: 'bg-sky',
  leaf: 'bg-leaf',
  lilac: 'bg-lilac',
  honey: 'bg-honey',
  given: 'bg-given',
}

const shapes = {
  square: 'aspect-square overflow-hidden rounded-tile',
  arch: 'arch overflow-hidden',
  gate: 'rounded-t-pill',
}

/** The background of a category or product by a number of its own, so that it is the same everywhere. */
export function toneForKey(key: number): TileTone {
  return tileTones[Math.abs(Math.trunc(key)) % tileTones.length] ?? 'sand'
}

/** The coloured background of a picture: a square with round corners, or an arch for an event. */
export function Tile(props: {
  tone: TileTone
  /** A gate is an arch without round corners at its foot. */
  shape?: 'square' | 'arch' | 'gate'
  /** A gift that has been given is grey. */
  given?: boolean
  /** Badges in the upper left corner. */
  badge?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const { tone, shape = 'square', given = false, badge, className, children } = props
  return (
    <div
      className={classNames(
        'relative flex items-center justify-center transition-colors duration-200',
        shapes[shape],
        backgrounds[given ? 'given' : tone],
        className,
      )}
    >
      {children}
      {badge && <div className="absolute top-3 left-3 right-3 flex flex-wrap gap-1.5">{badge}</div>}
    </div>
  )
}
