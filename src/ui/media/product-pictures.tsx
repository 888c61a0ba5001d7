import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { ProductTile } from './product-tile.tsx'

interface ProductPicturesProps {
  name: string
  /** All pictures of the product. */
  images: string[]
  /** The one shown first, such as the chosen variant's. */
  image: string | null
  tile: number
  given?: boolean
  className?: string
}

/** A product's picture, with thumbnails of the others below. */
export function ProductPictures({
  name,
  images,
  image,
  tile,
  given = false,
  className,
}: ProductPicturesProps) {
  const [picked, setPicked] = useState<{ variantImage: string | null; image: string } | null>(null)
  // After a change of the variant its own picture is shown again.
  const shown = picked?.variantImage === image ? picked.image : image
  const all = [...new Set([image, ...images].filter(option => option !== null))].slice(0, 8)
  return (
    <div className={className}>
      <ProductTile image={shown} tile={tile} given={given} eager />
      {all.length > 1 && (
        <ul aria-label={m.gift_pictures_of({ name })} className="mt-2 hidden flex-wrap gap-2 js:flex">
          {all.map((option, index) => (
            <li key={option}>
              <button
                type="button"
                aria-label={m.gift_picture_show({ number: index + 1 })}
                aria-pressed={option === shown}
                onClick={() => setPicked({ variantImage: image, image: option })}
                className={classNames(
                  'relative size-12 overflow-hidden rounded-field border-2 bg-card',
                  option === shown ? 'border-pomegranate' : 'border-line hover:border-ink',
                )}
              >
                <img src={option} alt="" width={40} height={40} loading="lazy" className="product-picture" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
