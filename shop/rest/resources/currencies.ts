import { type Currency, findCurrencies } from '../../currencies.ts'
import { ShopError } from '../../store.ts'
import { emitStoreUpdated } from '../../webhooks.ts'
import { formatRfc2822 } from '../responses.ts'
import { flag, oneOf, required, text, whole } from './fields.ts'
import type { Change, Resource } from './resource.ts'

/** v2 currencies: one is the store's own, and prices come in the others by their rates. */
export const currencies: Resource = {
  path: '/v2/currencies',
  kind: 'currency',
  createdStatus: 200,
  calls: ['list', 'create', 'read', 'update', 'delete'],
  fields: {
    currency_code: required(text()),
    name: required(text()),
    currency_exchange_rate: required(text()),
    country_iso2: text(''),
    token: required(text('')),
    token_location: oneOf(['left', 'right'], 'left'),
    decimal_token: text('.'),
    thousands_token: text(','),
    decimal_places: whole(2),
    auto_update: flag(false),
    enabled: flag(true),
    is_transactional: flag(false),
    is_default: flag(false),
  },
  fixed: ['currency_code'],
  show: ({ modified, currency_code }) => ({
    default_for_country_codes: [],
    use_default_name: true,
    last_updated: formatRfc2822(modified),
    currency_code: String(currency_code),
  }),
  check: checkCurrency,
  changed: async ({ store, tx }, event, record) => {
    if (event === 'deleted' && record.is_default)
      throw new ShopError(400, 'The default currency can not be deleted.')
    // There is one default at a time.
    if (record.is_default)
      await tx.query(
        `update shop.record set data = data || '{"is_default": false}' where kind = 'currency' and id <> $1`,
        [record.id],
      )
    await emitStoreUpdated(store, tx)
  },
}

async function checkCurrency({ tx }: Change, value: Partial<Currency>, before?: { id: number }) {
  const { currency_code: code, currency_exchange_rate: rate } = value
  if (rate !== undefined && !(Number(rate) > 0))
    throw new ShopError(400, 'The field currency_exchange_rate is invalid.')
  if (code !== undefined && !/^[A-Z]{3}$/.test(code))
    throw new ShopError(400, 'The field currency_code is invalid.')
  const others = (await findCurrencies(tx)).filter(({ id }) => id !== before?.id)
  if (code !== undefined && others.some(other => other.currency_code === code))
    throw new ShopError(409, `The currency ${code} exists already.`)
  return rate === undefined ? {} : { currency_exchange_rate: Number(rate).toFixed(10) }
}
