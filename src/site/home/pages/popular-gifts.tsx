import type { ProductCard } from '../../../catalogue/products/contract.ts'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'

/** Products of the shop, each leading to its page in the storefront. */
export function PopularGifts({ gifts }: { gifts: ProductCard[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4.5 gap-y-8 md:grid-cols-4 lg:gap-x-7">
      {gifts.map(({ id, name, brand, image, tile, price, url }) => (
        <li key={id}>
          <a href={url} className="group block">
            <ProductTile image={image} tile={tile} />
            <span className="mt-3.5 block text-lg leading-snug font-semibold decoration-1 underline-offset-4 group-hover:underline">
              {name}
            </span>
            {brand && <span className="block text-base text-soft">{brand}</span>}
            {price !== null && <Money cents={price} className="mt-1 block text-lg font-semibold" />}
          </a>
        </li>
      ))}
    </ul>
  )
}
