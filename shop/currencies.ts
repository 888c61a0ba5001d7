import type { Queryable } from './database.ts'
import { findRecords, type StoredRecord } from './records.ts'

/** A currency that shoppers may see prices in; they pay in it only when it is transactional. */
export interface Currency {
  currency_code: string
  name: string
  /** From the store's own currency to this one, as the platform's decimal text. */
  currency_exchange_rate: string
  country_iso2: string
  token: string
  token_location: 'left' | 'right'
  decimal_token: string
  thousands_token: string
  decimal_places: number
  is_default: boolean
  is_transactional: boolean
  enabled: boolean
}

/** What prices are shown in: amounts are multiplied by the rate. */
export interface DisplayCurrency {
  code: string
  rate: number
}

/** The currency of the catalogue, of carts and of certificates. */
export const storeCurrency: DisplayCurrency = { code: 'EUR', rate: 1 }

const defaults = {
  token_location: 'left',
  decimal_token: '.',
  thousands_token: ',',
  decimal_places: 2,
  enabled: true,
} as const

export async function findCurrencies(db: Queryable): Promise<StoredRecord<Currency>[]> {
  return (await findRecords<Currency>(db, 'currency')).map(currency => ({ ...defaults, ...currency }))
}

/** The currency of a code or an id that a shopper chose; the store's own for one that is not enabled. */
export async function findDisplayCurrency(
  db: Queryable,
  chosen: string | null | undefined,
): Promise<DisplayCurrency> {
  if (!chosen || chosen === storeCurrency.code) return storeCurrency
  const found = (await findCurrencies(db)).find(
    ({ currency_code, id, enabled }) => enabled && [currency_code, String(id)].includes(chosen),
  )
  return found ? { code: found.currency_code, rate: Number(found.currency_exchange_rate) } : storeCurrency
}

/** Whether orders may be paid in a currency. */
export async function isTransactional(db: Queryable, code: string): Promise<boolean> {
  return (await findCurrencies(db)).some(
    ({ currency_code, is_transactional, enabled }) => currency_code === code && is_transactional && enabled,
  )
}
