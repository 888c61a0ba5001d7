import type { ProductDetailsView } from '../../../catalogue/products/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { ProductPictures } from '../../../ui/media/product-pictures.tsx'
import { linkClasses } from '../../../ui/page/link.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import { giftCardType } from '../../gift/rules.ts'

interface ProductFactsProps {
  product: ProductDetailsView
  /** Picture and price (cents) of the chosen variant, else of the product. */
  image: string | null
  price: number | null
}

export function ProductFacts({ product, image, price }: ProductFactsProps) {
  return (
    <div className="grid grid-cols-[min(7.5rem,34%)_minmax(0,1fr)] gap-5 pr-10 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <ProductPictures name={product.name} images={product.images} image={image} tile={product.tile} />
      <div>
        <h2 id="wish-title" className="wrap-break-word hyphens-auto text-xl sm:text-2xl">
          {product.name}
        </h2>
        <p className="text-sm text-soft">{product.brand}</p>
        {product.type === giftCardType ? (
          <p className="mt-1">{m.gift_card_wished()}</p>
        ) : (
          price !== null && (
            <p aria-live="polite" className="mt-1">
              <Money cents={price} className="text-lg font-semibold" />{' '}
              <span className="text-sm text-soft">{m.price_with_vat()}</span>
            </p>
          )
        )}
        {product.description && (
          <details className="mt-3" open={product.description.length < 300}>
            <summary className={`inline-block cursor-pointer ${linkClasses.strong}`}>
              {m.gift_product_text()}
            </summary>
            <ShopHtml html={product.description} className="mt-2 text-sm" />
          </details>
        )}
      </div>
    </div>
  )
}
