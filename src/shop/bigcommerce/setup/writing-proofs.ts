import { z } from 'zod'
import { ShopFailure } from '../../port.ts'
import { createPrivateToken } from '../credentials/credential-operations.ts'
import { getOne } from '../rest-client.ts'
import * as wire from '../wire.ts'
import {
  cartSample,
  certificateSample,
  customerSample,
  newMark,
  type Sample,
  type SampleBox,
} from './samples.ts'
import { labelOf, type StoreScope } from './scopes.ts'
import {
  reportCorrect,
  reportUnproved,
  reportWrong,
  runSetupStep,
  type SetupContext,
} from './setup-context.ts'

const nameSchema = z.object({ data: z.object({ name: z.string() }) })
const madeSchema = z.object({ data: z.object({ id: z.string().min(1) }) })

/** No store has so many orders. */
const noOrder = 2_147_483_647
const proofTokenMs = 300_000

/** Answers how a scope was proved; throws `Unproved` with the reason where that can't be done. */
type Proof = (ctx: SetupContext, box: SampleBox) => Promise<string>
class Unproved extends Error {}

/**
 * Proves each scope that is for more than reading by a harmless write that is undone, or tells why it could not be
 * proved. Where nothing may be changed, none is tried.
 */
export async function proveWriting(ctx: SetupContext, scopes: StoreScope[], box: SampleBox): Promise<void> {
  for (const scope of scopes) {
    const label = labelOf(scope)
    const proof = proofs[scope.name]
    if (!ctx.mayChange)
      reportUnproved(ctx, 'scope', `${label}: what is more than reading is not tried by a check`)
    else await runSetupStep(ctx, 'scope', () => prove(ctx, label, proof, box))
  }
  for (const name of await box.removeAll()) reportWrong(ctx, 'left behind', `${name}; remove it by hand`)
}

async function prove(
  ctx: SetupContext,
  label: string,
  proof: Proof | undefined,
  box: SampleBox,
): Promise<void> {
  try {
    if (!proof) throw new Unproved('there is no harmless way to try it')
    reportCorrect(ctx, 'scope', `${label}, ${await proof(ctx, box)}`)
  } catch (error) {
    if (error instanceof Unproved) return reportUnproved(ctx, 'scope', `${label}: ${error.message}`)
    if (!(error instanceof ShopFailure) || error.kind === 'auth') throw error
    reportUnproved(ctx, 'scope', `${label}: the trial failed for another reason (${error.message})`)
  }
}

const proofs: Record<string, Proof> = {
  Products: async ctx => {
    const id = ctx.products.group
    if (id === undefined) throw new Unproved('there is no product of ours yet')
    const path = `/v3/catalog/products/${id}`
    const { name } = (await getOne(ctx.rest, nameSchema, path)).data
    await ctx.rest(wire.ignoredReplySchema, { method: 'PUT', path, body: { name }, repeatable: true })
    return 'proved by giving a product of ours the name that it has'
  },
  Orders: async ctx => {
    const path = `/v2/orders/${noOrder}`
    const body = { staff_notes: '' }
    const call = ctx.rest(wire.ignoredReplySchema, { method: 'PUT', path, body, repeatable: true })
    const failure = await call.catch((error: unknown) => error)
    if (failure instanceof ShopFailure && failure.kind === 'missing')
      return 'proved by changing an order that does not exist'
    throw failure instanceof Error ? failure : new Unproved('an order that does not exist was changed')
  },
  Carts: (ctx, box) =>
    proveBySample(
      box,
      cartSample(ctx.rest, () => makeContributionCart(ctx)),
    ),
  Checkouts: async ctx => {
    const quotes = ctx.findings.filter(({ name }) => name.endsWith('delivery to the hosts'))
    const wasAsked = quotes.some(({ state, text }) => state === 'right' || /^there is no shipping/.test(text))
    if (!wasAsked) throw new Unproved('no quote for a delivery could be asked')
    return 'proved by asking for a quote'
  },
  Customers: (ctx, box) => {
    const { channels } = ctx.request
    return proveBySample(box, customerSample(ctx.rest, { channels, mark: newMark() }))
  },
  'Customers login': async () => {
    throw new Unproved('it shows when a buyer goes from the registry to the checkout, signed in')
  },
  Marketing: (ctx, box) => proveBySample(box, certificateSample(ctx.rest, { mark: newMark() })),
  'Storefront API tokens': async ctx => {
    const isMade = ctx.findings.some(({ name, state }) => state === 'made' && /^token of channel/.test(name))
    if (isMade) return 'proved by the token that was made'
    await createPrivateToken(ctx.rest, ctx.request.channels.en, new Date(ctx.now.getTime() + proofTokenMs))
    return 'proved by a token that ends in five minutes'
  },
}

async function proveBySample(box: SampleBox, sample: Sample): Promise<string> {
  await box.pass(sample)
  return `proved by a ${sample.name} that was made and removed`
}

async function makeContributionCart({ rest, products, request }: SetupContext): Promise<string> {
  const { group: product, options: its } = products
  const options = [its.product, its.variant, its.reference]
  if (![product, ...options].every(id => id !== undefined))
    throw new Unproved('the group gift is not ready yet')
  const selections = options.map(option_id => ({ option_id, option_value: '0' }))
  const line = { product_id: product, quantity: 1, list_price: 1, option_selections: selections }
  const body = { channel_id: request.channels.en, currency: { code: 'EUR' }, line_items: [line] }
  return (await rest(madeSchema, { method: 'POST', path: '/v3/carts', body, repeatable: false })).data.id
}
