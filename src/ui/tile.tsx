import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export const tones = ['sand', 'rose', 'sky', 'leaf', 'lilac', 'honey'] as const
export type Tone = (typeof tones)[number]

const grounds: Record<Tone | 'given', string> = {
  sand: 'bg-sand',
  rose: 'bg-rose',
  sky: 'bg-sky',
  leaf: 'bg-leaf',
  lilac: 'bg-lilac',
  honey: 'bg-honey',
  given: 'bg-given',
}

/** The ground of a thing by a number of its own (category or product): steady wherever it is shown. */
export function toneOf(tile: Tone | number): Tone {
  return typeof tile === 'string' ? tile : (tones[Math.abs(Math.trunc(tile)) % tones.length] ?? 'sand')
}

/** The coloured ground behind a picture: a square with soft corners, or an arch for portraits of an event. */
export function Tile(props: {
  tile: Tone | number
  /** A product's picture by its address; its name stands beside the tile, so it has no words of its own. */
  image?: string | null
  shape?: 'square' | 'arch'
  /** Given: the colour leaves. */
  faded?: boolean
  /** Seen first: its picture is fetched at once. */
  eager?: boolean
  /** Lies over the upper left corner: a Badge. */
  badge?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const { tile, image, shape = 'square', faded = false, eager = false, badge, className, children } = props
  return (
    <div
      className={classNames(
        'relative flex items-center justify-center overflow-hidden transition-colors duration-200',
        shape === 'arch' ? 'arch' : 'aspect-square rounded-tile',
        grounds[faded ? 'given' : toneOf(tile)],
        className,
      )}
    >
      {image && (
        <img
          src={image}
          alt=""
          width={256}
          height={256}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className={classNames('size-[58%] object-contain', faded ? 'object-given' : 'object-shadow')}
        />
      )}
      {children}
      {badge && <div className="absolute top-3 right-3 left-3 flex flex-wrap gap-1.5">{badge}</div>}
    </div>
  )
}
