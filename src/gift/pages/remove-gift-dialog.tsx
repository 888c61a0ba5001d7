import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import { errorText } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import type { GiftView } from '../gift.contract.ts'
import type { RejectedGiftForm } from './change-gift-dialog.tsx'

interface RemoveGiftDialogProps {
  gift: GiftView
  registry: RegistryView
  back: string
  rejected: RejectedGiftForm | undefined
}

/** Asks before a gift is removed; one with gifts or reservations can't be, and the dialog says why (R309). */
export function RemoveGiftDialog(props: RemoveGiftDialogProps) {
  const { gift, registry, back, rejected } = props
  const isGiven = gift.how_many_sale + gift.collected > 0
  const isReserved = gift.held_units + gift.held > 0
  return (
    <PageDialog labelledBy="remove-title" back={back}>
      <div className="flex flex-col gap-4">
        <h2 id="remove-title" className="pr-12 text-2xl">
          {isGiven || isReserved || registry.secret ? m.gift_keep_title() : m.common_are_you_sure()}
        </h2>
        {registry.secret ? (
          <LockedGiftMessage {...props} why={m.gift_secret_locked()} />
        ) : isGiven ? (
          <GivenGiftOptions {...props} />
        ) : isReserved ? (
          <LockedGiftMessage {...props} why={m.gift_is_held()} />
        ) : (
          <>
            <p>{m.gift_remove_text()}</p>
            <p className="font-semibold">{gift.name}</p>
            {rejected && <Notice tone="alert">{errorText(rejected)}</Notice>}
            <RemoveForm gift={gift} back={back} />
          </>
        )}
      </div>
    </PageDialog>
  )
}

function RemoveForm({ gift, back }: Pick<RemoveGiftDialogProps, 'gift' | 'back'>) {
  const busy = useIsSubmitting()
  return (
    <Form role="presentation" method="post" className="dialog-actions" preventScrollReset>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="gift_id" value={gift.id} />
      <Button type="submit" kind="danger" busy={busy}>
        {m.common_remove()}
      </Button>
      <ButtonLink to={back} kind="outline" preventScrollReset>
        {m.ui_cancel()}
      </ButtonLink>
    </Form>
  )
}

function LockedGiftMessage({ gift, back, why }: RemoveGiftDialogProps & { why: string }) {
  return (
    <>
      <p className="font-semibold">{gift.name}</p>
      <p>{why}</p>
      <ButtonLink to={back} kind="outline" preventScrollReset className="self-start">
        {m.ui_close()}
      </ButtonLink>
    </>
  )
}

/** What is possible instead of removing (R309): lowering the quantity; a group gift's money stays as smart change (R608). */
function GivenGiftOptions({ gift, registry, back, rejected }: RemoveGiftDialogProps) {
  const amount = formatEuro(gift.collected, useLanguage())
  const takenUnits = gift.how_many_sale + gift.held_units
  const isPartlyTaken = !gift.is_group_gifting && takenUnits < gift.quantity
  return (
    <>
      <p className="font-semibold">{gift.name}</p>
      <p>
        {isPartlyTaken
          ? m.gift_keep_units({ count: takenUnits })
          : gift.is_group_gifting
            ? m.gift_keep_group({ amount })
            : m.gift_keep_whole()}
      </p>
      {rejected && <Notice tone="alert">{errorText(rejected)}</Notice>}
      {isPartlyTaken && <KeepForm giftId={gift.id} takenUnits={takenUnits} />}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={`${paths.registryGifts(registry.id)}?gift=${gift.id}`} variant="strong">
          {m.gift_keep_received()}
        </Link>
        {gift.is_group_gifting && (
          <Link to={paths.collectedGiftCards(registry.id)} variant="strong">
            {m.giftcard_title()}
          </Link>
        )}
        <ButtonLink to={back} kind="outline" preventScrollReset>
          {m.ui_close()}
        </ButtonLink>
      </p>
    </>
  )
}

function KeepForm({ giftId, takenUnits }: { giftId: number; takenUnits: number }) {
  const busy = useIsSubmitting()
  return (
    <Form aria-label={m.gift_keep_submit({ count: takenUnits })} method="post" preventScrollReset>
      <input type="hidden" name="intent" value="keep" />
      <input type="hidden" name="gift_id" value={giftId} />
      <input type="hidden" name="quantity" value={takenUnits} />
      <Button type="submit" busy={busy}>
        {m.gift_keep_submit({ count: takenUnits })}
      </Button>
    </Form>
  )
}
