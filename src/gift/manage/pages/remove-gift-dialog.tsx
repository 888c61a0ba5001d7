import { Form, useNavigation } from 'react-router'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { registryErrorMessage } from '../../../registry/registry/pages/error-messages.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import type { GiftView } from '../../gift/contract.ts'
import type { RejectedGiftForm } from './change-gift-dialog.tsx'

interface DialogProps {
  gift: GiftView
  registry: RegistryView
  back: string
  answer: RejectedGiftForm | undefined
}

/** 'Are you sure?' before a gift leaves the registry (spec §8); one that was given towards stays, and says why. */
export function RemoveGiftDialog(props: DialogProps) {
  const { gift, registry, back, answer } = props
  const isGiven = gift.how_many_sale + gift.collected > 0
  const isHeld = gift.held_units + gift.held > 0
  return (
    <PageDialog labelledBy="remove-title" back={back}>
      <div className="flex flex-col gap-4">
        <h2 id="remove-title" className="pr-12 text-2xl">
          {isGiven || isHeld || registry.secret ? m.gift_keep_title() : m.gift_remove_title()}
        </h2>
        {registry.secret ? (
          <Locked {...props} why={m.gift_secret_locked()} />
        ) : isGiven ? (
          <Given {...props} />
        ) : isHeld ? (
          <Locked {...props} why={m.gift_is_held()} />
        ) : (
          <>
            <p>{m.gift_remove_text()}</p>
            <p className="font-semibold">{gift.name}</p>
            {answer && <Notice tone="alert">{registryErrorMessage(answer.code)}</Notice>}
            <Removal gift={gift} back={back} />
          </>
        )}
      </div>
    </PageDialog>
  )
}

function Removal({ gift, back }: Pick<DialogProps, 'gift' | 'back'>) {
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="flex flex-wrap gap-3" preventScrollReset>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="gift_id" value={gift.id} />
      <Button type="submit" kind="danger" busy={busy}>
        {m.gift_remove()}
      </Button>
      <ButtonLink to={back} kind="outline" preventScrollReset>
        {m.ui_cancel()}
      </ButtonLink>
    </Form>
  )
}

function Locked({ gift, back, why }: DialogProps & { why: string }) {
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

/** What product.md 13 allows instead: asking for no more units; a group gift's money is never lost. */
function Given({ gift, registry, back, answer }: DialogProps) {
  const amount = formatEuro(gift.collected, useLanguage())
  const covered = gift.how_many_sale + gift.held_units
  const isPartly = !gift.is_group_gifting && covered < gift.quantity
  return (
    <>
      <p className="font-semibold">{gift.name}</p>
      <p>
        {isPartly
          ? m.gift_keep_units({ count: covered })
          : gift.is_group_gifting
            ? m.gift_keep_group({ amount })
            : m.gift_keep_whole()}
      </p>
      {answer && <Notice tone="alert">{registryErrorMessage(answer.code)}</Notice>}
      {isPartly && <KeepForm id={gift.id} covered={covered} />}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={`${paths.registryGifts(registry.id)}?gift=${gift.id}`} variant="weight">
          {m.gift_keep_received()}
        </Link>
        {gift.is_group_gifting && (
          <Link to={paths.collectedGiftCards(registry.id)} variant="weight">
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

function KeepForm({ id, covered }: { id: number; covered: number }) {
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="keep" />
      <input type="hidden" name="gift_id" value={id} />
      <input type="hidden" name="quantity" value={covered} />
      <Button type="submit" busy={busy}>
        {m.gift_keep_submit({ count: covered })}
      </Button>
    </Form>
  )
}
