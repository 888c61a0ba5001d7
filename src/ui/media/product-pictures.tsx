import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { ProductTile } from './product-tile.tsx'

interface ProductPicturesProps {
  name: string
  /** All pictures of the product. */
  images: string[]
  /** The one to begin with, such as the chosen variant's. */
  image: string | null
  tile: number
  given?: boolean
  className?: string
}

/** A product's picture, and under it the others to look at. */
export function ProductPictures({
  name,
  images,
  image,
  tile,
  given = false,
  className,
}: ProductPicturesProps) {
  const [picked, setPicked] = useState<{ beside: string | null; image: string } | null>(null)
  // Another variant shows its own picture again.
  const shown = picked?.beside === image ? picked.image : image
  const all = [...new Set([image, ...images].filter(one => one !== null))].slice(0, 8)
  return (
    <div className={className}>
      <ProductTile image={shown} tile={tile} given={given} eager />
      {all.length > 1 && (
        <ul aria-label={m.gift_pictures_of({ name })} className="mt-2 hidden flex-wrap gap-2 js:flex">
          {all.map((one, index) => (
            <li key={one}>
              <button
                type="button"
                aria-label={m.gift_picture_show({ number: index + 1 })}
                aria-pressed={one === shown}
                onClick={() => setPicked({ beside: image, image: one })}
                className={classNames(
                  'size-12 overflow-hidden rounded-field border-2 bg-card p-1',
                  one === shown ? 'border-pomegranate' : 'border-line hover:border-ink',
                )}
              >
                <img
                  src={one}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  className="size-full object-contain"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
