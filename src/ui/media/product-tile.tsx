import type { ReactNode } from 'react'
import { classNames } from '../style/class-names.ts'
import { Tile, toneForKey } from './tile.tsx'

interface ProductTileProps {
  /** The product's picture in the shop; null shows a placeholder. */
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
        src={image ?? '/no-picture.svg'}
        alt=""
        width={256}
        height={256}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={classNames('w-3/5', given ? 'object-given' : 'object-shadow')}
      />
    </Tile>
  )
}
