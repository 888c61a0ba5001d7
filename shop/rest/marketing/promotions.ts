import { type Context, Hono } from 'hono'
import {
  type CouponCode,
  findCodes,
  getPromotion,
  insertCode,
  insertPromotion,
  type Promotion,
  updatePromotion,
} from '../../promotions/promotions.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, pagingQuery } from '../accepts.ts'
import {
  type JsonObject,
  parsePathId,
  parseWholeNumber,
  queryIds,
  queryInteger,
  readObject,
  toText,
} from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { newPromotionFields, parsePromotion, promotionFields } from './promotion-input.ts'

const listQuery = [...pagingQuery, 'id', 'name', 'code', 'redemption_type', 'status']
const codeFields = ['code', 'max_uses', 'max_uses_per_customer']

/** v3 promotions and their coupon codes. */
export function createPromotionsApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: listQuery }), c => listPromotions(store, c))
  app.post('/', accepts({ body: newPromotionFields }), async c => {
    const fields = parsePromotion(await readObject(c), store.now())
    return sendData(c, promotionJson(await insertPromotion(store, fields)), 201)
  })
  app.delete('/', accepts({ query: ['id:in'] }), async c => {
    await store.db.query('delete from shop.promotion where id = any($1)', [requiredIds(c)])
    return c.body(null, 204)
  })
  app.get('/:id', accepts(), async c => sendData(c, promotionJson(await requestedPromotion(store, c))))
  app.put('/:id', accepts({ body: promotionFields }), c => changePromotion(store, c))
  app.delete('/:id', accepts(), async c => {
    await store.db.query('delete from shop.promotion where id = $1', [parsePathId(c, 'id')])
    return c.body(null, 204)
  })
  addCodeRoutes(app, store)
  return app
}

function addCodeRoutes(app: Hono, store: Store): void {
  app.get('/:id/codes', accepts({ query: [...pagingQuery, 'code'] }), async c => {
    const codes = await findCodes(store.db, (await requestedPromotion(store, c)).id)
    const wanted = c.req.query('code')
    return sendRequestedPage(c, codes.filter(({ code }) => !wanted || code === wanted).map(codeJson))
  })
  app.post('/:id/codes', accepts({ body: codeFields }), async c => {
    const code = parseCode(await readObject(c))
    return sendData(c, codeJson(await insertCode(store, await requestedPromotion(store, c), code)), 201)
  })
  app.delete('/:id/codes', accepts({ query: ['id:in'] }), async c => {
    const { id } = await requestedPromotion(store, c)
    await deleteCodes(store, id, requiredIds(c))
    return c.body(null, 204)
  })
  app.delete('/:id/codes/:code', accepts(), async c => {
    await deleteCodes(store, parsePathId(c, 'id'), [parsePathId(c, 'code')])
    return c.body(null, 204)
  })
}

const requestedPromotion = (store: Store, c: Context): Promise<Promotion> =>
  getPromotion(store.db, parsePathId(c, 'id'))

/** Without ids nothing is deleted. */
function requiredIds(c: Context): number[] {
  const ids = queryIds(c, 'id:in')
  if (!ids?.length) throw new ShopError(422, 'id:in is required.', { 'id:in': 'required' })
  return ids
}

async function deleteCodes(store: Store, promotionId: number, ids: number[]): Promise<void> {
  await store.db.query('delete from shop.coupon_code where promotion_id = $1 and id = any($2)', [
    promotionId,
    ids,
  ])
}

async function listPromotions(store: Store, c: Context): Promise<Response> {
  const { name, code, redemption_type, status } = c.req.query()
  const { rows } = await store.db.query<Promotion>(
    `select * from shop.promotion where ($1::int is null or id = $1) and ($2::text is null or name = $2)
       and ($3::text is null or upper(redemption_type) = upper($3)) and ($4::text is null or status = $4)
       and ($5::text is null or id in (select promotion_id from shop.coupon_code where upper(code) = upper($5)))
     order by id`,
    [queryInteger(c, 'id') ?? null, name ?? null, redemption_type ?? null, status ?? null, code ?? null],
  )
  return sendRequestedPage(c, rows.map(promotionJson))
}

/** What is not sent stays as it is. */
async function changePromotion(store: Store, c: Context): Promise<Response> {
  const current = await requestedPromotion(store, c)
  const input = await readObject(c)
  const fields = parsePromotion({ ...promotionJson(current), ...input }, store.now())
  return sendData(c, promotionJson(await updatePromotion(store, current.id, fields)))
}

function parseCode(input: JsonObject) {
  const code = toText(input.code)
  if (!/^[a-zA-Z0-9_ -]{1,50}$/.test(code)) throw new ShopError(422, 'The code is invalid.', { code })
  const count = (field: string) => (input[field] == null ? 0 : parseWholeNumber(input[field], field))
  return { code, max_uses: count('max_uses'), max_uses_per_customer: count('max_uses_per_customer') }
}

const promotionJson = (promotion: Promotion) => ({
  id: promotion.id,
  redemption_type: promotion.redemption_type,
  name: promotion.name,
  ...(promotion.display_name === null ? {} : { display_name: promotion.display_name }),
  channels: (promotion.channel_ids ?? []).map(id => ({ id })),
  rules: promotion.rules,
  current_uses: promotion.current_uses,
  ...(promotion.max_uses === null ? {} : { max_uses: promotion.max_uses }),
  status: promotion.status,
  start_date: promotion.start_date.toISOString(),
  ...(promotion.end_date ? { end_date: promotion.end_date.toISOString() } : {}),
  currency_code: 'EUR',
  notifications: [],
  customer: {},
  stop: promotion.stop,
  can_be_used_with_other_promotions: true,
  created_from: 'api',
  ...(promotion.redemption_type === 'COUPON'
    ? { coupon_overrides_other_promotions: false, coupon_type: 'SINGLE' }
    : {}),
})

const codeJson = (code: CouponCode) => ({
  id: code.id,
  code: code.code,
  current_uses: code.current_uses,
  max_uses: code.max_uses,
  max_uses_per_customer: code.max_uses_per_customer,
  created: code.created.toISOString(),
})
