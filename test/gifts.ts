import { showGifts } from '../src/gift/gift.contract.ts'
import { changeGift, removeGift } from '../src/gift/manage.contract.ts'
import { addGifts } from '../src/gift/wish.contract.ts'
import { saveRegistry } from '../src/registry/registry.contract.ts'
import { aHost, registryDraft } from './builders.ts'
import { insertProducts } from './products.ts'
import { testApp } from './test-app.ts'

/** Products of these tests; their prices are 64, 20 (variants 21) and 100 euro. */
export const giftProducts = {
  teapot: 11,
  shirt: 12,
  shirtVariants: [121, 122],
  soldOut: 13,
  withoutPrice: 14,
  giftCard: 15,
}

type ShownGift = Record<string, unknown> & { id: number }

interface Giving {
  units?: number
  cents: number
  /** `held`: a hand-off on its way to the shop. */
  state?: 'paid' | 'pending' | 'held'
}

/** The API with two hosts and some products, and the steps that tests of gifts share. */
export async function openGiftTest() {
  const app = await testApp({ shop: 'none' })
  const host = await aHost(app)
  const otherHost = await aHost(app, 'Άννα')
  const { teapot, shirt, shirtVariants, soldOut, withoutPrice, giftCard } = giftProducts
  await insertProducts(app.db, [
    { id: teapot, cents: 6400 },
    { id: shirt, cents: 2000, variants: shirtVariants },
    { id: soldOut, available: false },
    { id: withoutPrice, cents: null },
    { id: giftCard, cents: 10_000, type: 'giftcertificate' },
  ])
  let lastOrder = 500
  const gifts = {
    ...app,
    hostToken: host.token,
    otherHost,
    /** The code of the registry that the calls below are about. */
    registry_id: '',
    async createRegistry(draft: object = {}): Promise<void> {
      const { data } = await app.call<{ id: string }>(
        saveRegistry,
        { ...registryDraft, ...draft },
        host.token,
      )
      gifts.registry_id = data.id
    },
    add: (products: object[], token: string = host.token) =>
      app.call<{ added: ShownGift[] }>(addGifts, { registry_id: gifts.registry_id, products }, token),
    refusedAdd: (products: object[]) =>
      app.call(addGifts, { registry_id: gifts.registry_id, products }, host.token),
    async show(token?: string, more: object = {}): Promise<ShownGift[]> {
      const input = { registry_id: gifts.registry_id, ...more }
      return (await app.call<{ data: ShownGift[] }>(showGifts, input, token)).data.data
    },
    change: (input: object, token: string = host.token) => app.call(changeGift, input, token),
    remove: (gift_id: number, token: string = host.token) => app.call(removeGift, { gift_id }, token),
    async addTeapot(wish: object = {}): Promise<number> {
      const { data } = await gifts.add([{ product_id: teapot, ...wish }])
      return data.added[0]!.id
    },
    /** Writes an order in the shop, or a hand-off that is still on its way there. */
    async give(gift_id: number, giving: Giving): Promise<void> {
      await insertGiving(gift_id, { units: 1, state: 'paid', ...giving }, ++lastOrder)
    },
    nextProductId: () => 5000 + ++lastOrder,
  }

  async function insertGiving(gift_id: number, { units, cents, state }: Required<Giving>, order_id: number) {
    const gift = await app.db
      .selectFrom('gift')
      .selectAll()
      .where('id', '=', gift_id)
      .executeTakeFirstOrThrow()
    const handoff = await app.db
      .insertInto('handoff')
      .values({
        reference: `r${order_id}`,
        idempotency_key: `k${order_id}`,
        fingerprint: '',
        registry_id: gift.registry_id,
        language: 'en',
        channel_id: 1,
        visibility: 'full',
        state: state === 'held' ? 'open' : 'ordered',
        reserved_until: new Date(app.clock.now.getTime() + 900_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kind = gift.is_group ? ('contribution' as const) : ('units' as const)
    const line = { gift_id, registry_id: gift.registry_id, kind, units, cents, handoff_id: handoff.id }
    if (state === 'held')
      return app.db
        .insertInto('handoff_line')
        .values({ ...line, product_id: gift.product_id, variant_id: gift.variant_id })
        .execute()
    const is_money = kind === 'contribution'
    const credited = { credited_units: units, credited_cents: cents }
    const stamp = { ordered_at: app.clock.now, visibility: 'full' as const }
    return app.db
      .insertInto('purchase')
      .values({ ...line, is_money, ...credited, ...stamp, state, order_id, line_id: 1 })
      .execute()
  }
  return gifts
}
