import { useNavigation } from 'react-router'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { errorText } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import type { GiftView } from '../gift.contract.ts'
import { priceBandOf } from '../gift.rules.ts'
import type { Substitute } from '../swap.contract.ts'
import type { RejectedGiftForm } from './change-gift-dialog.tsx'
import { priceBandQuery } from './wish/product-query.ts'

interface SwapGiftDialogProps {
  gift: GiftView
  registry: RegistryView
  substitutes: Substitute[]
  back: string
  rejected: RejectedGiftForm | undefined
}

/** Offers products to replace a gift that the shop no longer sells (R318). */
export function SwapGiftDialog({ gift, registry, substitutes, back, rejected }: SwapGiftDialogProps) {
  const language = useLanguage()
  const search = `${paths.addGifts(registry.id)}?${priceBandQuery(priceBandOf(gift.price))}`
  return (
    <PageDialog labelledBy="swap-title" back={back}>
      <div className="flex flex-col gap-4">
        <h2 id="swap-title" className="pr-12 text-2xl">
          {m.gift_swap_title()}
        </h2>
        {rejected && <Notice tone="alert">{errorText(rejected)}</Notice>}
        {registry.secret ? (
          <p>{m.gift_secret_locked()}</p>
        ) : (
          <>
            <p>{m.gift_swap_text({ name: gift.name })}</p>
            {gift.collected > 0 && (
              <p>{m.gift_swap_money({ amount: formatEuro(gift.collected, language) })}</p>
            )}
            {gift.how_many_sale > 0 && <p>{m.gift_swap_units({ count: gift.how_many_sale })}</p>}
            {substitutes.length === 0 && <p className="font-semibold">{m.gift_swap_none()}</p>}
            <ul className="divide-y divide-line">
              {substitutes.map(product => (
                <SubstituteItem
                  key={`${product.product_id}-${product.variant_id}`}
                  giftId={gift.id}
                  product={product}
                />
              ))}
            </ul>
          </>
        )}
        <p className="dialog-actions">
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
          <ButtonLink to={search} kind="quiet">
            {m.gift_swap_look()}
          </ButtonLink>
        </p>
      </div>
    </PageDialog>
  )
}

function SubstituteItem({ giftId, product }: { giftId: number; product: Substitute }) {
  const { state, formData } = useNavigation()
  const busy = state === 'submitting' && formData?.get('product_id') === String(product.product_id)
  const options = product.selected_options.map(({ value }) => value)
  return (
    <li className="flex items-center gap-4 py-3">
      <ProductTile image={product.image} tile={product.tile} className="size-16 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{product.name}</p>
        <p className="text-sm text-soft">{[product.brand, ...options].filter(Boolean).join('\u00a0· ')}</p>
        <Money cents={product.price} className="text-sm font-semibold" />
      </div>
      <Form role="presentation" method="post" preventScrollReset>
        <input type="hidden" name="intent" value="swap" />
        <input type="hidden" name="gift_id" value={giftId} />
        <input type="hidden" name="product_id" value={product.product_id} />
        <input type="hidden" name="variant_id" value={product.variant_id} />
        <Button
          type="submit"
          size="small"
          busy={busy}
          aria-label={m.gift_swap_take_this({ name: product.name })}
        >
          {m.gift_swap_take()}
        </Button>
      </Form>
    </li>
  )
}
