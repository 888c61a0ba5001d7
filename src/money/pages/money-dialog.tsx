import { type ReactNode, useState } from 'react'
import { isProofMissing, ProofField } from '../../account/pages/proof-field.tsx'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { QuestionFields } from '../../gift/pages/modifier-fields.tsx'
import { describeQuantityRules } from '../../gift/pages/product-text.tsx'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { useFormDraftValue } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MoneyField } from '../../ui/form/number-fields.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { Select } from '../../ui/form/text-field.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import type { CollectedMoney } from '../collected.contract.ts'
import type { PayoutView } from '../payout/payout.contract.ts'
import type { MoneyFormError } from './money-action.ts'
import { moneyErrorText } from './money-messages.ts'

/** A dialog about the money of one gift, or its leftovers; amounts in cents. */
interface SourceDialog {
  kind: 'collect' | 'redeem' | 'own' | 'move'
  id: number
  type: string
  name: string
  /** What may leave now; where the money doesn't leave, all of it. */
  amount: number
  short: number
  isDigital: boolean
  /** Units that redeeming orders, and the shop's limits for one order in words. */
  units: number
  rules: string
  questions: ShopModifier[]
}

type MoneyDialogRequest =
  | SourceDialog
  | { kind: 'several' }
  | { kind: 'pay'; id: number; certificate: PayoutView }

/** Null when the query asks for no dialog, or for money that isn't there. */
export function parseMoneyDialog(query: URLSearchParams, money: CollectedMoney): MoneyDialogRequest | null {
  const kind = query.get('ask')
  const id = Number(query.get('gift'))
  if (kind === 'several') return money.free > 0 ? { kind } : null
  if (kind === 'pay') {
    const certificate = money.payouts.find(payout => payout.reason === 'own' && payout.gift_ids.includes(id))
    return certificate ? { kind, id, certificate } : null
  }
  if (kind !== 'collect' && kind !== 'redeem' && kind !== 'own' && kind !== 'move') return null
  const type = query.get('type') ?? ''
  if (type === 'change') {
    const leftover = money.change.find(one => one.id === id)
    const amount = leftover ? dialogAmount(kind, leftover) : 0
    return leftover && amount > 0
      ? { kind, type, short: 0, isDigital: false, units: 0, rules: '', questions: [], amount, ...leftover }
      : null
  }
  const gift = [...money.group, ...money.virtual, ...money.regular].find(one => one.id === id)
  const amount = gift ? dialogAmount(kind, gift) : 0
  if (!gift || amount === 0) return null
  const sold = { units: gift.redeemable_units, rules: describeQuantityRules(gift) }
  return { kind, isDigital: gift.is_digital, amount, ...sold, ...gift }
}

const dialogAmount = (kind: SourceDialog['kind'], { open, free }: { open: number; free: number }) =>
  kind === 'collect' || kind === 'own' ? free : open

interface MoneyDialogProps {
  id: string
  request: MoneyDialogRequest
  money: CollectedMoney
  /** Idempotency key for a form that was not sent yet. */
  newKey: string
  /** Whether the password was given recently, and whether a code is asked for as well. */
  proof: { fresh: boolean; factor: boolean }
  error: MoneyFormError | undefined
}

/** Asks for confirmation before money moves or leaves. */
export function MoneyDialog({ id, request, money, newKey, proof, error }: MoneyDialogProps) {
  const back = paths.collectedGiftCards(id)
  const busy = useIsSubmitting()
  const key = useKey(newKey, error)
  const { title, confirm, cancel, children } = dialogContent(request, money, error)
  return (
    <PageDialog labelledBy="money-title" back={back}>
      <Form aria-labelledby="money-title" method="post" className="flex flex-col gap-4" preventScrollReset>
        <h2 id="money-title" className="pr-12 text-2xl">
          {title}
        </h2>
        {error && !isShownAtField(error) && <Notice tone="alert">{moneyErrorText(error)}</Notice>}
        {'name' in request && <SourceLine {...request} />}
        {children}
        {confirm && (!proof.fresh || isProofMissing(error)) && <ProofField error={error} proof={proof} />}
        <input type="hidden" name="intent" value={request.kind} />
        <input type="hidden" name="key" value={key} />
        {'id' in request && <input type="hidden" name="id" value={request.id} />}
        {'type' in request && <input type="hidden" name="type" value={request.type} />}
        <div className="dialog-actions">
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

/**
 * Repeats the key of a failed form (R605, no amount leaves twice), except after the shop's refusal, which ended that
 * request. The loader makes a new one whenever the page refreshes itself, so the first is kept.
 */
function useKey(newKey: string, error: MoneyFormError | undefined): string {
  const sentKey = error?.values.key
  const isEnded = error?.code === 'giftcard_refused'
  const [key, setKey] = useState((!isEnded && sentKey) || newKey)
  if (isEnded && key === sentKey && key !== newKey) setKey(newKey)
  return key
}

const isShownAtField = ({ fields }: MoneyFormError) =>
  Object.keys(fields).some(
    name => ['amount', 'source', 'proof', 'proof_code'].includes(name) || name.startsWith('modifiers.'),
  )

interface DialogContent {
  title: string
  confirm: string | null
  cancel?: string
  children: ReactNode
}

function dialogContent(
  request: MoneyDialogRequest,
  money: CollectedMoney,
  error: MoneyFormError | undefined,
): DialogContent {
  switch (request.kind) {
    case 'several':
      return {
        title: m.common_larger_gift_card(),
        confirm: m.common_make_the_gift_card(),
        children: <CombinedSourcesFields money={money} error={error} />,
      }
    case 'pay':
      return payContent(request.certificate)
    case 'redeem':
      return redeemContent(request, error)
    case 'move':
      return {
        title: m.giftcard_move_title(),
        confirm: m.giftcard_move_confirm(),
        children: <TransferFields from={request.id} money={money} error={error} />,
      }
    case 'own':
      return ownMoneyContent(request, error)
    case 'collect':
      return {
        title: m.giftcard_collect_title(),
        confirm: m.common_make_the_gift_card(),
        children: <p>{m.giftcard_collect_text()}</p>,
      }
  }
}

function redeemContent(request: SourceDialog, error: MoneyFormError | undefined): DialogContent {
  const { isDigital } = request
  return {
    title: isDigital ? m.giftcard_redeem_virtual() : m.giftcard_redeem_title(),
    confirm: m.giftcard_yes(),
    cancel: m.giftcard_no(),
    children: (
      <>
        <p>{isDigital ? m.giftcard_redeem_digital_text() : m.giftcard_redeem_text()}</p>
        {request.rules && (
          <p>
            {request.rules} {m.giftcard_redeem_units({ count: request.units })}
          </p>
        )}
        <OrderQuestions {...request} error={error} />
      </>
    ),
  }
}

function ownMoneyContent(request: SourceDialog, error: MoneyFormError | undefined): DialogContent {
  return {
    title: m.giftcard_own_title(),
    confirm: m.common_make_the_gift_card(),
    children: (
      <>
        <p>
          {m.giftcard_own_text()} <Money cents={request.short} className="font-semibold" />
        </p>
        {request.rules && <p>{request.rules}</p>}
        <OrderQuestions {...request} error={error} />
      </>
    ),
  }
}

/** The code to enter at the checkout, with a link there. */
function payContent({ code, amount }: PayoutView): DialogContent {
  // The certificate exists or is being made, so there is nothing to cancel.
  const cancel = m.giftcard_back()
  if (code === null)
    return {
      title: m.common_shop_is_working(),
      confirm: null,
      cancel,
      children: <p role="status">{m.giftcard_processing_text()}</p>,
    }
  return {
    title: m.giftcard_pay_title(),
    confirm: m.giftcard_pay_confirm(),
    cancel,
    children: (
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

function SourceLine({ name, amount }: Pick<SourceDialog, 'name' | 'amount'>) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span className="font-semibold">{name}</span>
      <Money cents={amount} className="text-lg font-semibold" />
    </p>
  )
}

interface MoneyFieldsProps {
  money: CollectedMoney
  error: MoneyFormError | undefined
}

function TransferFields({ from, money, error }: MoneyFieldsProps & { from: number }) {
  const language = useLanguage()
  const targets = money.targets.filter(target => target.id !== from)
  const draft = useFormDraftValue('to')
  const [to, setTo] = useState(error?.values.to ?? draft ?? String(targets[0]?.id))
  const room = targets.find(({ id }) => String(id) === to)?.open ?? 0
  return (
    <>
      <Select
        label={m.common_to()}
        name="to"
        value={to}
        onChange={event => setTo(event.target.value)}
        help={
          <span className="hidden js:inline">{m.giftcard_room({ amount: formatEuro(room, language) })}</span>
        }
        options={targets.map(({ id, name, open }) => ({
          value: String(id),
          label: `${name} (${m.giftcard_takes({ amount: formatEuro(open, language) })})`,
        }))}
      />
      <AmountField error={error} help={m.giftcard_move_amount()} />
    </>
  )
}

function CombinedSourcesFields({ money, error }: MoneyFieldsProps) {
  const language = useLanguage()
  const gifts = [...money.group, ...money.virtual, ...money.regular].filter(gift => gift.free > 0)
  const sources = [
    ...gifts.map(({ id, type, name, free }) => ({ value: `${id} ${type}`, name, free })),
    ...money.change
      .filter(one => one.free > 0)
      .map(({ id, name, free }) => ({
        value: `${id} change`,
        name: `${m.giftcard_left_from()} ${name}`,
        free,
      })),
  ]
  const sourceError = error?.fields.source
  return (
    <>
      <p>{m.giftcard_several_text()}</p>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{m.common_from()}</legend>
        {sourceError && <p className="text-pomegranate">{sourceError}</p>}
        {sources.map(({ value, name, free }) => (
          <Checkbox
            key={value}
            id={`source-${value.replace(' ', '-')}`}
            label={`${name}\u00a0· ${formatEuro(free, language)}`}
            name="source"
            value={value}
            defaultChecked={error?.sources.includes(value) ?? true}
          />
        ))}
      </fieldset>
      <AmountField error={error} help={m.giftcard_several_amount()} />
    </>
  )
}

function AmountField({ error, help }: Pick<MoneyFieldsProps, 'error'> & { help: string }) {
  return (
    <MoneyField
      label={m.common_amount()}
      name="amount"
      optional
      help={help}
      defaultValue={error?.values.amount}
      error={error?.fields.amount}
    />
  )
}

/** The shop's questions that the host has not answered. */
function OrderQuestions(props: { questions: ShopModifier[]; error: MoneyFormError | undefined }) {
  const { questions, error } = props
  const keys = Object.entries(error?.fields ?? {}).flatMap(([name, key]) => {
    const id = /^modifiers\.(\d+)$/.exec(name)?.[1]
    return id ? [[Number(id), key]] : []
  })
  const errors = Object.fromEntries(keys)
  return (
    <QuestionFields questions={questions} errors={errors} language={useLanguage()} typed={error?.values} />
  )
}
