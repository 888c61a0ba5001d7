import type { ReactNode } from 'react'
import { classNames } from '../style/class-names.ts'

export const tileTones = ['sand', 'rose', 'sky', 'leaf', 'lilac', 'honey'] as const
export type TileTone = (typeof tileTones)[number]

const grounds: Record<TileTone | 'given', string> = {
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

/** The ground of a thing by a number of its own (category or product): steady wherever it is shown. */
export function toneForKey(key: number): TileTone {
  return tileTones[Math.abs(Math.trunc(key)) % tileTones.length] ?? 'sand'
}

/** The coloured ground behind a picture: a square with soft corners, or an arch for portraits of an event. */
export function Tile(props: {
  tone: TileTone
  /** A gate is an arch that stands on the ground. */
  shape?: 'square' | 'arch' | 'gate'
  /** Given: the colour leaves. */
  given?: boolean
  /** Lies over the upper left corner: a Badge. */
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
        grounds[given ? 'given' : tone],
        className,
      )}
    >
      {children}
      {badge && <div className="absolute top-3 left-3 right-3 flex flex-wrap gap-1.5">{badge}</div>}
    </div>
  )
}
