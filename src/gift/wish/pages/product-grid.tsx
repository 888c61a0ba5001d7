import { Form, useLocation, useNavigation, useSearchParams } from 'react-router'
import { paths } from '../../../base/paths.ts'
import type { ProductCard as Product } from '../../../catalogue/products/contract.ts'
import type { ProductSort } from '../../../catalogue/search/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { registryErrorMessage } from '../../../registry/registry/pages/error-messages.ts'
import { centsToEuro } from '../../../ui/browser/analytics.ts'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { CheckIcon, PlusIcon } from '../../../ui/media/icons.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Link, useLocalizedHref } from '../../../ui/page/link.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { Notice } from '../../../ui/text/notice.tsx'
import type { GiftView } from '../../gift/contract.ts'
import { giftCardType } from '../../gift/rules.ts'
import type { AddGiftsData } from './add-gifts-data.ts'
import { formatProductQuery } from './product-query.ts'

/** How the shop ranks its own sort orders, which must be said (Directive 2019/2161). */
const rankingExplanations: Partial<Record<ProductSort, () => string>> = {
  featured: m.gift_sort_featured_how,
  'best-selling': m.gift_sort_best_how,
}

type ProductGridProps = Pick<AddGiftsData, 'registry' | 'query' | 'isExchanged' | 'search' | 'gifts'>

/** The products that were found; each opens its dialog. */
export function ProductGrid({ registry, query, isExchanged, search, gifts }: ProductGridProps) {
  const [searchParams] = useSearchParams()
  if (!search.done)
    return (
      <div className="mt-8">
        <Notice tone="alert">{registryErrorMessage(search.refused)}</Notice>
      </div>
    )
  const { data: products, meta } = search.done
  const exchanged = isExchanged && <p className="mt-2 font-semibold">{m.gift_search_exchanged()}</p>
  if (products.length === 0)
    return (
      <>
        {exchanged}
        <EmptyState picture="lens" tone="sky" title={m.gift_search_none()}>
          {m.gift_search_none_text()}
        </EmptyState>
      </>
    )
  const wished = new Map(gifts.map(gift => [gift.product_id, gift]))
  // What is in the registry already comes last.
  const ordered = products.toSorted((one, other) => Number(wished.has(one.id)) - Number(wished.has(other.id)))
  const explainRanking = rankingExplanations[(query.sort ?? 'featured') as ProductSort]
  return (
    <section aria-labelledby="products" className="mt-5">
      <h2 id="products" className="sr-only">
        {m.gift_products_label()}
      </h2>
      <p role="status" className="text-sm text-soft">
        {m.gift_search_count({ count: meta.total })}&nbsp;· {m.price_with_vat()}
      </p>
      {explainRanking && <p className="mt-1 text-sm text-soft">{explainRanking()}</p>}
      {exchanged}
      {meta.near && <p className="mt-2 font-semibold">{m.gift_search_near()}</p>}
      <ul className="mt-4 columns-max-2 gap-x-4 gap-y-8 sm:columns-max-3 min-[72rem]:columns-max-4 min-[72rem]:gap-x-5">
        {ordered.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            to={`${paths.addGifts(registry.id)}/${product.id}${formatProductQuery(searchParams)}`}
            isFirst={index === 0}
            wish={wished.get(product.id)}
            managePath={paths.manageGifts(registry.id)}
            asGroup={registry.type_info.starts_as_group}
          />
        ))}
      </ul>
      <Pager meta={meta} />
    </section>
  )
}

interface ProductCardProps {
  product: Product
  to: string
  /** Its picture is loaded at once, because it is visible first. */
  isFirst: boolean
  /** The gift that the registry has of it. */
  wish: GiftView | undefined
  managePath: string
  asGroup: boolean
}

function ProductCard({ product, to, isFirst, wish, managePath, asGroup }: ProductCardProps) {
  const canAdd = product.available && product.price !== null && !wish
  const isChoice = product.has_options || product.needs_answers
  return (
    <li className="relative flex flex-col">
      <ProductTile
        image={product.image}
        tile={product.tile}
        given={!product.available}
        eager={isFirst}
        badge={wish && <Badge tone="olive">{m.gift_already()}</Badge>}
      />
      <h3 className="mt-3 font-sans text-base leading-snug font-semibold">
        {/* The whole card is the link's target. */}
        <Link to={to} preventScrollReset className="after:absolute after:inset-0 hover:underline">
          {product.name}
        </Link>
      </h3>
      <p className="text-sm text-soft">{product.brand}</p>
      <div className="mt-auto flex min-h-12 items-end justify-between gap-2 pt-1">
        <p className="text-lg font-semibold">
          {product.available && product.type === giftCardType ? (
            m.gift_card_none()
          ) : product.available && product.price !== null ? (
            <Money cents={product.price} />
          ) : (
            <span className="text-base font-normal text-soft">{notAvailableText(product)}</span>
          )}
        </p>
        {canAdd && !isChoice && <AddDirectlyButton product={product} to={to} asGroup={asGroup} />}
        {canAdd && isChoice && (
          <ButtonLink
            to={to}
            preventScrollReset
            kind="outline"
            size="small"
            aria-label={m.gift_choose_this({ name: product.name })}
            className="relative z-1 size-11 p-0!"
          >
            <PlusIcon />
          </ButtonLink>
        )}
        {wish && <WishedMark wish={wish} managePath={managePath} />}
      </div>
    </li>
  )
}

function notAvailableText(product: Product): string {
  if (product.needs_file) return m.gift_needs_file()
  return product.available ? m.gift_no_price() : m.gift_not_available()
}

/** An olive tick; it leads to taking the gift back. */
function WishedMark({ wish, managePath }: { wish: GiftView; managePath: string }) {
  return (
    <Link
      to={`${managePath}?remove=${wish.id}`}
      aria-label={m.gift_remove_this({ name: wish.name })}
      className="relative z-1 inline-flex size-11 shrink-0 items-center justify-center rounded-pill bg-olive text-white edge-forced"
    >
      <CheckIcon />
    </Link>
  )
}

/** Adds one of the product without its dialog; a refusal opens the dialog, which says why. */
function AddDirectlyButton({ product, to, asGroup }: Pick<ProductCardProps, 'product' | 'to' | 'asGroup'>) {
  const address = useLocalizedHref(to)
  const here = useLocation().pathname
  const { state, formAction, formData, location } = useNavigation()
  const isSubmitting = formData !== undefined && formAction === address
  const isAdded = isSubmitting && state === 'loading' && location.pathname === here
  const item = { item_id: String(product.id), quantity: 1, price: centsToEuro(product.price ?? 0) }
  useTrackEvent('add_product_to_registry', isAdded ? { currency: 'EUR', items: [item] } : null)
  return (
    <Form role="presentation" method="post" action={address} preventScrollReset className="relative z-1">
      <input type="hidden" name="once" value="on" />
      {asGroup && <input type="hidden" name="is_group_gifting" value="on" />}
      <Button
        type="submit"
        kind="outline"
        size="small"
        busy={isSubmitting}
        aria-label={m.gift_add_this({ name: product.name })}
        className="size-11 p-0!"
      >
        {!isSubmitting && <PlusIcon />}
      </Button>
    </Form>
  )
}
