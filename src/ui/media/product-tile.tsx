import type { ReactNode } from 'react'
import { classNames } from '../style/class-names.ts'
import { Tile, toneForKey } from './tile.tsx'

interface ProductTileProps {
  /** The product's picture in the shop; a wrapped gift stands in where there is none. */
  image: string | null
  /** Which of the six grounds lies behind it. */
  tile: number
  given?: boolean
  badge?: ReactNode
  className?: string
  /** Among the first things seen: fetched at once, and before others. */
  eager?: boolean
}

/** A product on its coloured ground. Its name stands beside it, so the picture itself says nothing. */
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
