import { data, redirect, redirectDocument } from 'react-router'
import { proveByForm } from '../../account/pages/proof-field.tsx'
import { AppError } from '../../base/app-error.ts'
import { typedToEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { readGuestAnswers } from '../../gift/modifier.rules.ts'
import { m } from '../../paraglide/messages.js'
import { withoutSecrets } from '../../ui/form/form-action.ts'
import { readFormValues } from '../../ui/form/submit-form.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../ui/page/page-errors.ts'
import { createGiftCertificate, redeemGift } from '../payout/payout.contract.ts'
import { transferChange } from '../transfer.contract.ts'

/** `sources` are those that were ticked. */
export type MoneyFormError = PageError & { values: Record<string, string>; sources: string[] }

type FieldReader = (name: string) => string | undefined

/** After a form: back to the page with a message or a dialog, or to the shop's checkout. */
type NextStep = { done: string } | { ask: string } | { leave: string }

const intents: Record<string, (field: FieldReader, ctx: PageContext, form: FormData) => Promise<NextStep>> = {
  async collect(field, { call }) {
    const { state } = await call(createGiftCertificate, { ...sourceFields(field), ...keyField(field) })
    return { done: state === 'done' ? 'collected' : 'requested' }
  },
  async redeem(field, { call }, form) {
    const { state } = await call(redeemGift, {
      ...sourceFields(field),
      ...keyField(field),
      ...answersField(form),
    })
    if (state === 'failed')
      throw new AppError('giftcard_refused', 409, { detail: { sentence: m.giftcard_refused() } })
    return { done: state === 'done' ? 'redeemed' : 'requested' }
  },
  async own(field, { call }, form) {
    const source = { ...sourceFields(field), ...keyField(field), ...answersField(form) }
    await call(redeemGift, { ...source, with_own_money: '1' })
    return { ask: `pay&gift=${field('id')}` }
  },
  async pay(field, { call }) {
    const { checkout_url } = await call(redeemGift, { ...sourceFields(field), with_own_money: '1' })
    return checkout_url === null ? { ask: `pay&gift=${field('id')}` } : { leave: checkout_url }
  },
  async move(field, { call }) {
    await call(transferChange, {
      ...sourceFields(field),
      ...keyField(field),
      to: field('to') ?? '',
      ...amountField(field),
    })
    return { done: 'moved' }
  },
}

function sourceFields(field: FieldReader) {
  return { id: field('id') ?? '', type: field('type') as 'change' | undefined }
}

/** The host's answers to the shop's questions (R424). */
function answersField(form: FormData) {
  const modifiers = readGuestAnswers(readFormValues(form))
  return modifiers.length > 0 && { modifiers }
}

/** Without a typed amount all that there is. */
function amountField(field: FieldReader) {
  const typed = field('amount')
  return typed === undefined ? {} : { amount: typedToEuro(typed) }
}

function keyField(field: FieldReader) {
  return { idempotency_key: field('key') }
}

/** Collects several ticked sources as one gift card (R610, prepayment). */
async function collectSeveral(form: FormData, field: FieldReader, { call }: PageContext): Promise<NextStep> {
  const sources = form.getAll('source').map(value => {
    const [id = '', type] = String(value).split(' ')
    return { id, type: type as 'change' }
  })
  if (sources.length === 0)
    throw new AppError('giftcard_source', 422, { fields: { source: m.giftcard_source() } })
  const { state } = await call(createGiftCertificate, {
    sources,
    ...keyField(field),
    ...amountField(field),
  })
  return { done: state === 'done' ? 'collected' : 'requested' }
}

/** Redirects when the form is done, else answers the error with what was entered. */
export async function submitMoneyForm(request: Request, ctx: PageContext, registryId: string) {
  const form = await request.formData()
  const field: FieldReader = name => String(form.get(name) ?? '') || undefined
  const intent = field('intent') ?? ''
  const { done: next, refused } = await tryCall(async () => {
    await proveByForm(form, ctx)
    if (intent === 'several') return collectSeveral(form, field, ctx)
    const submit = intents[intent]
    if (!submit) throw new AppError('refused_fields', 422)
    return submit(field, ctx, form)
  })
  if (refused) {
    const values = withoutSecrets(readFormValues(form))
    const sources = form.getAll('source').map(String)
    return data<MoneyFormError>({ values, sources, ...refused }, { status: refused.status })
  }
  // Never a client-side navigation: the shop is another site, though it may have the same origin.
  if ('leave' in next) throw redirectDocument(next.leave)
  const query = 'ask' in next ? `ask=${next.ask}` : `done=${next.done}`
  throw redirect(withLanguage(`${paths.collectedGiftCards(registryId)}?${query}`, ctx.language))
}
