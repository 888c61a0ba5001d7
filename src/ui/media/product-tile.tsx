import type { ReactNode } from 'react'
import { noPicture } from '../browser/missing-pictures.ts'
import { classNames } from '../style/class-names.ts'
import { Tile, toneForKey } from './tile.tsx'

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
