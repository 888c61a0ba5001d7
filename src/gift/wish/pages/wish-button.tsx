import { Form, useLocation, useNavigation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import type { ProductCard as Product } from '../../../catalogue/products/contract.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { centsToEuro } from '../../../ui/browser/analytics.ts'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { CheckIcon, PlusIcon } from '../../../ui/media/icons.tsx'
import { useLocalizedHref } from '../../../ui/page/link.tsx'
import type { WishedProduct } from './add-gifts-data.ts'

const roundClasses = 'size-11 p-0!'
const tickClasses = `${roundClasses} border-olive! bg-olive text-white`

interface WishButtonProps {
  product: Product
  /** The gift that the registry has of it. */
  wish: WishedProduct | undefined
  /** The address of the product's dialog. */
  to: string
  registry: RegistryView
}

/**
 * On a tile of the search: a plus that adds the product, and then an olive tick that takes it back. The dialog opens
 * instead where there is something to choose, and that of the removal where there is something to lose.
 */
export function WishButton({ product, wish, to, registry }: WishButtonProps) {
  const isChoice = product.has_options || product.needs_answers
  if (wish && (isChoice || wish.mayLose))
    return (
      <ButtonLink
        to={`${paths.manageGifts(registry.id)}?remove=${wish.giftId}`}
        kind="outline"
        size="small"
        aria-label={m.gift_remove_this({ name: product.name })}
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
  return <DirectButton {...{ product, wish, to, registry }} />
}

/** Adds one of the product, or takes it back, without a dialog; the same button, so that it keeps the focus. */
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
          wish ? m.gift_remove_this({ name: product.name }) : m.gift_add_this({ name: product.name })
        }
        // The second press of a double click takes nothing back.
        onClick={event => wish && event.detail > 1 && event.preventDefault()}
        className={wish ? tickClasses : `${roundClasses} bg-card`}
      >
        {!isSubmitting && (wish ? <CheckIcon /> : <PlusIcon />)}
      </Button>
    </Form>
  )
}
