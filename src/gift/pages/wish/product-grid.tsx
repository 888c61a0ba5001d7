import { type ReactNode, useState } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { paths } from '../../../base/paths.ts'
import type { ProductCard as Product } from '../../../catalogue/products.contract.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry.contract.ts'
import { centsToEuro, useTrackEvent } from '../../../ui/browser/analytics.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { EmptyState } from '../../../ui/list/list-parts.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { CheckIcon, PlusIcon } from '../../../ui/media/icons.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Link, useLocalizedHref } from '../../../ui/page/link.tsx'
import { errorText } from '../../../ui/page/page-errors.ts'
import { Badge, Notice } from '../../../ui/text/facts.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { giftCardType } from '../../gift.rules.ts'
import type { AddGiftsData, WishedProduct } from './add-gifts-data.ts'
import { formatProductQuery } from './product-query.ts'

type ProductGridProps = Pick<
  AddGiftsData,
  'registry' | 'query' | 'isExchanged' | 'search' | 'suiting' | 'wished' | 'until' | 'language'
>

export function ProductGrid(props: ProductGridProps) {
  const { registry, query, isExchanged } = props
  const [searchParams] = useSearchParams()
  const { search, suiting, until } = useFirstShown(props)
  if (!search.done)
    return (
      <div className="mt-8">
        <Notice tone="alert">{errorText(search.refused)}</Notice>
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
  const wished = new Map(props.wished.map(wish => [wish.productId, wish]))
  const toCard = (product: Product, index: number) => (
    <ProductCard
      key={product.id}
      product={product}
      to={`${paths.addGifts(registry.id)}/${product.id}${formatProductQuery(searchParams)}`}
      isFirst={index === 0}
      wish={wished.get(product.id)}
      registry={registry}
    />
  )
  return (
    <section aria-labelledby="products" className="mt-4">
      {suiting && (
        <SuitingProducts {...suiting} registry={registry}>
          {suiting.products.map(toCard)}
        </SuitingProducts>
      )}
      <h2 id="products" className={suiting ? 'mt-10 mb-4 text-2xl' : 'sr-only'}>
        {m.gift_products_label()}
      </h2>
      {exchanged}
      {meta.near && <p className="mt-2 font-semibold">{m.gift_search_near()}</p>}
      <ul className={tileColumns}>{products.map(toCard)}</ul>
      <Pager meta={meta} more={{ until: String(until) }} />
      <p className="mt-6 text-sm text-soft">
        <span role="status">{m.gift_search_count({ count: meta.total })}</span>&nbsp;· {m.price_with_vat()}
      </p>
      {/* The name of the shop's own sort order is not enough. */}
      {query.sort === 'best-selling' && <p className="mt-1 text-sm text-soft">{m.gift_sort_best_how()}</p>}
    </section>
  )
}

const tileColumns =
  'columns-max-2 gap-x-4 gap-y-8 sm:columns-max-3 min-[72rem]:columns-max-4 min-[72rem]:gap-x-5'

/** Products that suit the event, shown first while nothing is searched for, with a link to their category. */
function SuitingProducts(props: {
  category: { id: number; name: string }
  registry: RegistryView
  children: ReactNode
}) {
  const { category, registry, children } = props
  return (
    <section aria-labelledby="suiting">
      <h2 id="suiting" className="mb-2 text-lg leading-tight sm:text-2xl">
        {m.gift_suiting_title()}
      </h2>
      <ul className={tileColumns}>{children}</ul>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm text-soft">
        {m.site_landing_gifts_category({ category: category.name })}
        <Link
          to={`${paths.addGifts(registry.id)}?category=${category.id}`}
          variant="strong"
          preventScrollReset
          className="reach"
        >
          {m.gift_suiting_all({ category: category.name })}
        </Link>
      </p>
    </section>
  )
}

/** The result as first found, so that a product that is added now keeps its place (R1060: wished ones come last). */
function useFirstShown({ query, until, language, search, suiting }: ProductGridProps) {
  const now = { key: JSON.stringify([query, language]), search, suiting, until }
  const [first, setFirst] = useState(now)
  if (first.key === now.key && first.search.done) return first
  if (first.key !== now.key || search.done) setFirst(now)
  return now
}

interface ProductCardProps {
  product: Product
  to: string
  isFirst: boolean
  wish: WishedProduct | undefined
  registry: RegistryView
}

function ProductCard({ product, to, isFirst, wish, registry }: ProductCardProps) {
  return (
    <li className="relative grid grid-rows-[auto_auto_1fr]">
      <ProductTile
        image={product.image}
        tile={product.tile}
        given={!product.available}
        eager={isFirst}
        className="col-start-1 row-start-1"
        badge={wish && <Badge tone="olive">{m.gift_already()}</Badge>}
      />
      <h3 className="mt-3 font-sans text-base leading-snug font-semibold">
        {/* `after:inset-0` makes the whole card the link's target. */}
        <Link to={to} preventScrollReset className="after:absolute after:inset-0 hover:underline">
          {product.name}
        </Link>
      </h3>
      <p className="text-sm text-soft">{product.brand}</p>
      <p className="text-lg font-semibold">
        {product.available && product.type === giftCardType ? (
          m.gift_card_none()
        ) : product.available && product.price !== null ? (
          <Money cents={product.price} />
        ) : (
          <span className="text-base font-normal text-soft">{notAvailableText(product)}</span>
        )}
      </p>
      {/* In the corner of the picture, above the link's target. */}
      <div className="relative z-1 col-start-1 row-start-1 m-2 self-end justify-self-end">
        <WishButton product={product} wish={wish} to={to} registry={registry} />
      </div>
    </li>
  )
}

function notAvailableText(product: Product): string {
  if (product.needs_file) return m.gift_needs_file()
  return product.available ? m.gift_no_price() : m.gift_not_available()
}

const roundClasses = 'size-11 p-0!'
const tickClasses = `${roundClasses} border-olive! bg-olive text-white`

type WishButtonProps = Omit<ProductCardProps, 'isFirst'>

/**
 * A plus that adds the product, then a tick that removes it again. Opens the product's dialog instead where there are
 * options or questions, and the removal dialog where `mayLose`.
 */
function WishButton({ product, wish, to, registry }: WishButtonProps) {
  const isChoice = product.has_options || product.needs_answers
  if (wish && (isChoice || wish.mayLose))
    return (
      <ButtonLink
        to={`${paths.manageGifts(registry.id)}?remove=${wish.giftId}`}
        kind="outline"
        size="small"
        aria-label={m.common_remove_this({ name: product.name })}
        className={tickClasses}
      >
        <CheckIcon />
      </ButtonLink>
    )
  if (!wish && (!product.available || product.price === null)) return null
  if (!wish && isChoice)
    return (
      <ButtonLink
        to={to}
        preventScrollReset
        kind="outline"
        size="small"
        aria-label={m.gift_choose_this({ name: product.name })}
        className={`${roundClasses} bg-card`}
      >
        <PlusIcon />
      </ButtonLink>
    )
  return <DirectButton product={product} wish={wish} to={to} registry={registry} />
}

/** Adds one unit or removes the gift, without a dialog. It is the same button in both states, so that it keeps the focus. */
function DirectButton({ product, wish, to, registry }: WishButtonProps) {
  const address = useLocalizedHref(to)
  const here = useLocation().pathname
  const { state, formAction, formData, location } = useNavigation()
  const isSubmitting = formData !== undefined && formAction === address
  const isAdded = isSubmitting && !formData.has('intent') && state === 'loading' && location.pathname === here
  const item = { item_id: String(product.id), quantity: 1, price: centsToEuro(product.price ?? 0) }
  useTrackEvent('add_product_to_registry', isAdded ? { currency: 'EUR', items: [item] } : null)
  return (
    <Form role="presentation" method="post" action={address} preventScrollReset>
      {wish ? (
        <>
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="gift_id" value={wish.giftId} />
        </>
      ) : (
        <>
          <input type="hidden" name="once" value="on" />
          {registry.type_info.starts_as_group && <input type="hidden" name="is_group_gifting" value="on" />}
        </>
      )}
      <Button
        type="submit"
        kind="outline"
        size="small"
        busy={isSubmitting}
        aria-label={
          wish ? m.common_remove_this({ name: product.name }) : m.gift_add_this({ name: product.name })
        }
        // The second click of a double click doesn't remove it again.
        onClick={event => wish && event.detail > 1 && event.preventDefault()}
        className={wish ? tickClasses : `${roundClasses} bg-card`}
      >
        {!isSubmitting && (wish ? <CheckIcon /> : <PlusIcon />)}
      </Button>
    </Form>
  )
}
