import type { Context, MiddlewareHandler } from 'hono'
import { type DisplayCurrency, findCurrencies, storeCurrency } from '../currencies.ts'
import type { Store } from '../store.ts'
import { readSession, writeSession } from './session.ts'

interface ChosenCurrency {
  currency: DisplayCurrency
  /** Codes of all that may be chosen. */
  currencies: string[]
}

const name = 'currency'

/** Reads which currency the visitor has chosen, by code or by the platform's id, and keeps it in their session. */
export const readCurrency =
  (store: Store): MiddlewareHandler =>
  async (c, next) => {
    const session = await readSession(store, c)
    const enabled = (await findCurrencies(store.db)).filter(currency => currency.enabled)
    const found = enabled.find(
      ({ id, currency_code }) => session.currency === currency_code || session.currency === String(id),
    )
    const currency = found
      ? { code: found.currency_code, rate: Number(found.currency_exchange_rate) }
      : storeCurrency
    c.set(name, { currency, currencies: enabled.map(({ currency_code }) => currency_code) })
    if (c.req.query('setCurrencyId')) await writeSession(store, c, { ...session, currency: currency.code })
    await next()
  }

/** The store's own on pages that have none, such as those of the back office. */
export const chosenCurrency = (c: Context): ChosenCurrency =>
  (c.get(name) as ChosenCurrency | undefined) ?? { currency: storeCurrency, currencies: [] }
