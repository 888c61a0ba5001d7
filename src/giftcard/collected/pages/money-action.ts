import { data, redirect, redirectDocument } from 'react-router'
import { AppError } from '../../../base/app-error.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import * as contract from '../../payout/contract.ts'

/** What a form said, and why it was refused. */
export type MoneyFormError = PageError & { values: Record<string, string> }

type Form = (name: string) => string | undefined

/** Does what a form of the page asks for; answers where to go next. */
const intents: Record<string, (form: Form, ctx: PageContext) => Promise<Next>> = {
  async collect(form, { call }) {
    const { state } = await call(contract.createGiftCertificate, { ...sourceIn(form), ...keyIn(form) })
    return { done: state === 'done' ? 'collected' : 'requested' }
  },
  async redeem(form, { call }) {
    const { state } = await call(contract.redeemGift, { ...sourceIn(form), ...keyIn(form) })
    if (state === 'failed') throw new AppError('giftcard_refused', 409)
    return { done: state === 'done' ? 'redeemed' : 'requested' }
  },
  async own(form, { call }) {
    await call(contract.redeemGift, { ...sourceIn(form), ...keyIn(form), with_own_money: '1' })
    return { ask: `pay&gift=${form('id')}` }
  },
  async pay(form, { call }) {
    const { checkout_url } = await call(contract.redeemGift, { ...sourceIn(form), with_own_money: '1' })
    return checkout_url === null ? { ask: `pay&gift=${form('id')}` } : { leave: checkout_url }
  },
  async move(form, { call }) {
    const amount = form('amount')
    await call(contract.transferChange, {
      ...sourceIn(form),
      ...keyIn(form),
      to: form('to') ?? '',
      ...(amount && { amount }),
    })
    return { done: 'moved' }
  },
}

type Next = { done: string } | { ask: string } | { leave: string }

function sourceIn(form: Form) {
  return { id: form('id') ?? '', type: form('type') as 'change' | undefined }
}

function keyIn(form: Form) {
  return { idempotency_key: form('key') }
}

/** Several sources, ticked one by one, as one gift card. */
async function several(sent: FormData, form: Form, { call }: PageContext): Promise<Next> {
  const sources = sent.getAll('source').map(value => {
    const [id = '', type] = String(value).split(' ')
    return { id, type: type as 'change' }
  })
  if (sources.length === 0)
    throw new AppError('giftcard_source', 422, { fields: { source: 'giftcard_source' } })
  const amount = form('amount')
  const { state } = await call(contract.createGiftCertificate, {
    sources,
    ...keyIn(form),
    ...(amount && { amount }),
  })
  return { done: state === 'done' ? 'collected' : 'requested' }
}

/** The page's action: redirects when it is done, else says why not, with what was typed. */
export async function submitMoneyForm(request: Request, ctx: PageContext, id: string) {
  const sent = await request.formData()
  const form: Form = name => String(sent.get(name) ?? '') || undefined
  const intent = form('intent') ?? ''
  const { done: next, refused } = await tryCall(async () => {
    if (intent === 'several') return several(sent, form, ctx)
    const act = intents[intent]
    if (!act) throw new AppError('refused_fields', 422)
    return act(form, ctx)
  })
  if (refused) return data<MoneyFormError>({ values: valuesOf(sent), ...refused }, { status: refused.status })
  // The shop is no page of this site, though it may stand below the same address.
  if ('leave' in next) throw redirectDocument(next.leave)
  const query = 'ask' in next ? `ask=${next.ask}` : `done=${next.done}`
  throw redirect(withLanguage(`${paths.collectedGiftCards(id)}?${query}`, ctx.language))
}

function valuesOf(sent: FormData): Record<string, string> {
  return Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]))
}
