import type { ReactNode } from 'react'
import { coverOf } from '../../base/covers.ts'
import { type TileTone, tileTones } from '../../base/kinds.ts'
import { noPicture } from '../browser/missing-pictures.ts'
import { classNames } from '../style/class-names.ts'
import { type PictureName, pictureUrls } from './pictures.ts'

interface ProductTileProps {
  /**
   * The product's picture in the shop, whose kind at the end of its address says how it is shown (R245); null shows a
   * placeholder.
   */
  image: string | null
  /** Chooses one of the six background colours. */
  tile: number
  given?: boolean
  badge?: ReactNode
  className?: string
  /** Loads at once: for what is seen first. */
  eager?: boolean
}

/** A product's picture on a coloured background; decorative, because the product's name is beside it. */
export function ProductTile({
  image,
  tile,
  given = false,
  badge,
  className,
  eager = false,
}: ProductTileProps) {
  return (
    <Tile tone={toneForKey(tile)} given={given} badge={badge} className={className}>
      <img
        src={image ?? noPicture}
        srcSet={image ? pictureSizes(image) : undefined}
        // The first may be large; a browser that can says itself how large one is that it loads later.
        sizes={eager ? '(min-width: 40rem) 36rem, 92vw' : 'auto, (min-width: 40rem) 17rem, 46vw'}
        alt=""
        width={256}
        height={256}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={classNames('product-picture', given && 'product-given')}
      />
    </Tile>
  )
}

/** The shop makes its pictures in any width (`{:size}` of its image addresses); one that it doesn't scale has no other. */
function pictureSizes(image: string): string | undefined {
  const smaller = image.replace('/images/stencil/640w/', '/images/stencil/384w/')
  return smaller === image ? undefined : `${smaller} 384w, ${image} 640w`
}

/** A line drawing of `size` CSS pixels; decorative. */
export function Picture(props: {
  name: PictureName
  size: number
  /** Loads at once: for what is seen first. */
  eager?: boolean
  className?: string
}) {
  const { name, size, eager = false, className } = props
  return (
    <img
      src={pictureUrls[name]}
      width={size}
      height={size}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  )
}

/** The picture of a kind of event, which fills its arch; decorative. */
export function EventCover(props: {
  /** The name of the event type's picture. */
  name: string
  tone: TileTone
  /** Loads at once: for what is seen first. */
  eager?: boolean
  className?: string
}) {
  const { name, tone, eager = false, className } = props
  return (
    <Tile tone={tone} shape="arch" className={className}>
      <img
        src={coverOf(name)}
        width={300}
        height={350}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className="size-full object-cover"
      />
    </Tile>
  )
}

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
function toneForKey(key: number): TileTone {
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
        'relative flex items-center justify-center transition-colors duration-200 forced-colors:border',
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
