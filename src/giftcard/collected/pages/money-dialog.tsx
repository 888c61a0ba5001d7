import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { Notice } from '../../../ui/text/notice.tsx'
import type { CollectedMoney, PayoutView } from '../../payout/contract.ts'
import type { MoneyFormError } from './money-action.ts'
import { CombinedSourcesFields, TransferFields } from './money-fields.tsx'
import { moneyErrorText } from './money-messages.ts'

type What = 'collect' | 'redeem' | 'own' | 'move'

/** What the address asks for, with the money it is about. */
export type MoneyDialogRequest =
  | { what: What; id: number; type: string; name: string; open: number; short: number; isDigital: boolean }
  | { what: 'several' }
  | { what: 'pay'; id: number; card: PayoutView }

/** Reads the address; null when it asks for nothing, or for what is not there. */
export function parseMoneyDialog(query: URLSearchParams, money: CollectedMoney): MoneyDialogRequest | null {
  const what = query.get('ask')
  const id = Number(query.get('gift'))
  if (what === 'several') return money.open > 0 ? { what } : null
  if (what === 'pay') {
    const card = money.payouts.find(one => one.reason === 'own' && one.gift_ids.includes(id))
    return card ? { what, id, card } : null
  }
  if (what !== 'collect' && what !== 'redeem' && what !== 'own' && what !== 'move') return null
  const type = query.get('type') ?? ''
  if (type === 'change') {
    const left = money.change.find(one => one.id === id)
    return left ? { what, type, short: 0, isDigital: false, ...left } : null
  }
  const row = [...money.group, ...money.virtual, ...money.regular].find(one => one.id === id)
  return row && row.open > 0 ? { what, isDigital: row.is_digital, ...row } : null
}

interface DialogProps {
  id: string
  ask: MoneyDialogRequest
  money: CollectedMoney
  /** A key for this form; one that was sent already stays with it. */
  fresh: string
  answer: MoneyFormError | undefined
}

/** Asks once more before money moves, and says what will happen. */
export function MoneyDialog({ id, ask, money, fresh, answer }: DialogProps) {
  const back = paths.collectedGiftCards(id)
  const busy = useNavigation().state === 'submitting'
  const { title, confirm, cancel, children } = partsOf(ask, money, answer)
  return (
    <PageDialog labelledBy="money-title" back={back}>
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <h2 id="money-title" className="pr-12 text-2xl">
          {title}
        </h2>
        {answer && !isToldBeside(answer) && <Notice tone="alert">{moneyErrorText(answer.code)}</Notice>}
        {children}
        <input type="hidden" name="intent" value={ask.what} />
        <input type="hidden" name="key" value={keyOf(answer) ?? fresh} />
        {'id' in ask && <input type="hidden" name="id" value={ask.id} />}
        {'type' in ask && <input type="hidden" name="type" value={ask.type} />}
        <div className="flex flex-wrap gap-3">
          {confirm && (
            <Button type="submit" busy={busy}>
              {confirm}
            </Button>
          )}
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {cancel ?? m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </PageDialog>
  )
}

/** A form that is sent again asks for the same; what the shop refused was asked and answered, and is asked anew. */
const keyOf = (answer: MoneyFormError | undefined) =>
  answer?.code === 'giftcard_refused' ? undefined : answer?.values.key

/** The field at fault stands in the form, and says it itself. */
const isToldBeside = ({ fields }: MoneyFormError) => 'amount' in fields || 'source' in fields

interface Parts {
  title: string
  confirm: string | null
  cancel?: string
  children: ReactNode
}

function partsOf(ask: MoneyDialogRequest, money: CollectedMoney, answer: MoneyFormError | undefined): Parts {
  if (ask.what === 'several')
    return {
      title: m.giftcard_several_title(),
      confirm: m.giftcard_several_confirm(),
      children: <CombinedSourcesFields money={money} answer={answer} />,
    }
  if (ask.what === 'pay') return payParts(ask.card)
  const about = <About {...ask} />
  if (ask.what === 'redeem')
    return {
      title: ask.isDigital ? m.giftcard_redeem_virtual() : m.giftcard_redeem_title(),
      confirm: m.giftcard_yes(),
      cancel: m.giftcard_no(),
      children: (
        <>
          {about}
          <p>{ask.isDigital ? m.giftcard_redeem_digital_text() : m.giftcard_redeem_text()}</p>
        </>
      ),
    }
  if (ask.what === 'move')
    return {
      title: m.giftcard_move_title(),
      confirm: m.giftcard_move_confirm(),
      children: (
        <>
          {about}
          <TransferFields from={ask.id} money={money} answer={answer} />
        </>
      ),
    }
  if (ask.what === 'own')
    return {
      title: m.giftcard_own_title(),
      confirm: m.giftcard_own_confirm(),
      children: (
        <>
          {about}
          <p>
            {m.giftcard_own_text()} <Money cents={ask.short} className="font-semibold" />
          </p>
        </>
      ),
    }
  return {
    title: m.giftcard_collect_title(),
    confirm: m.giftcard_collect_confirm(),
    children: (
      <>
        {about}
        <p>{m.giftcard_collect_text()}</p>
      </>
    ),
  }
}

function About({ name, open }: { name: string; open: number }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span className="font-semibold">{name}</span>
      <Money cents={open} className="text-lg font-semibold" />
    </p>
  )
}

/** The code to be typed at the checkout, and the way there. */
function payParts({ code, amount }: PayoutView): Parts {
  return {
    title: code === null ? m.giftcard_processing() : m.giftcard_pay_title(),
    confirm: code === null ? null : m.giftcard_pay_confirm(),
    // The card is made, or in the making: there is nothing to cancel.
    cancel: m.giftcard_back(),
    children:
      code === null ? (
        <p role="status">{m.giftcard_processing_text()}</p>
      ) : (
        <>
          <p>{m.giftcard_pay_text()}</p>
          <p className="rounded-tile bg-honey px-5 py-4">
            <Money cents={amount} className="font-serif text-2xl" />
            <span className="mt-1 block font-mono text-xl font-semibold tracking-wide break-all">{code}</span>
          </p>
        </>
      ),
  }
}
