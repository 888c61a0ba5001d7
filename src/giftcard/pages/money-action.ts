import { data, redirect, redirectDocument } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { Refusal } from '../../base/refusal.ts'
import { attempt, type Refused } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import * as said from '../contract.ts'

/** What a form said, and why it was refused. */
export type MoneyAnswer = Refused & { values: Record<string, string> }

type Form = (name: string) => string | undefined

/** Does what a form of the page asks for; answers where to go next. */
const intents: Record<string, (form: Form, visit: PageVisit) => Promise<Next>> = {
  async collect(form, { call }) {
    const { state } = await call(said.collect, { ...sourceIn(form), ...keyIn(form) })
    return { done: state === 'done' ? 'collected' : 'requested' }
  },
  async redeem(form, { call }) {
    const { state } = await call(said.redeem, { ...sourceIn(form), ...keyIn(form) })
    if (state === 'failed') throw new Refusal('giftcard_refused', 409)
    return { done: state === 'done' ? 'redeemed' : 'requested' }
  },
  async own(form, { call }) {
    await call(said.redeem, { ...sourceIn(form), ...keyIn(form), with_own_money: '1' })
    return { ask: `pay&gift=${form('id')}` }
  },
  async pay(form, { call }) {
    const { checkout_url } = await call(said.redeem, { ...sourceIn(form), with_own_money: '1' })
    return checkout_url === null ? { ask: `pay&gift=${form('id')}` } : { leave: checkout_url }
  },
  async move(form, { call }) {
    const amount = form('amount')
    await call(said.moveChange, {
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
async function several(sent: FormData, form: Form, { call }: PageVisit): Promise<Next> {
  const sources = sent.getAll('source').map(value => {
    const [id = '', type] = String(value).split(' ')
    return { id, type: type as 'change' }
  })
  if (sources.length === 0)
    throw new Refusal('giftcard_source', 422, { fields: { source: 'giftcard_source' } })
  const amount = form('amount')
  const { state } = await call(said.collect, { sources, ...keyIn(form), ...(amount && { amount }) })
  return { done: state === 'done' ? 'collected' : 'requested' }
}

/** The page's action: redirects when it is done, else says why not, with what was typed. */
export async function moneyAction(request: Request, visit: PageVisit, id: string) {
  const sent = await request.formData()
  const form: Form = name => String(sent.get(name) ?? '') || undefined
  const intent = form('intent') ?? ''
  const { done: next, refused } = await attempt(async () => {
    if (intent === 'several') return several(sent, form, visit)
    const act = intents[intent]
    if (!act) throw new Refusal('refused_fields', 422)
    return act(form, visit)
  })
  if (refused) return data<MoneyAnswer>({ values: valuesOf(sent), ...refused }, { status: refused.status })
  // The shop is no page of this site, though it may stand below the same address.
  if ('leave' in next) throw redirectDocument(next.leave)
  const query = 'ask' in next ? `ask=${next.ask}` : `done=${next.done}`
  throw redirect(inLanguage(`${paths.collectedGiftCards(id)}?${query}`, visit.language))
}

function valuesOf(sent: FormData): Record<string, string> {
  return Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]))
}
