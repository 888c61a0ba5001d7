import { sql } from 'kysely'
import { orNotFound } from '../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { findCustomerById } from './customer/customer.sql.ts'
import { phoneNumberSchema } from './customer/phone.rules.ts'
import * as contract from './settings.contract.ts'

export const calls: Handler[] = [
  handle(contract.getAccount, getAccount),
  handle(contract.updateAccount, updateAccount, () => contract.accountDetailsSchema(phoneNumberSchema)),
]

async function getAccount(
  _: object,
  { db, customer }: CustomerContext,
): Promise<ReplyOf<typeof contract.getAccount>> {
  const row = orNotFound(await findCustomerById(db, customer.id))
  const { id, email, name, surname, phone, language } = row
  const [marketing, confirmed] = [row.marketing_consent_at !== null, row.confirmed_at !== null]
  const asks_shop_password = confirmed && row.shop_tie_asks
  return { id, email, name, surname, phone, language, marketing, confirmed, asks_shop_password }
}

async function updateAccount(
  { name, surname, phone, language, marketing }: ParsedOf<typeof contract.updateAccount>,
  { db, customer, now }: CustomerContext,
) {
  const details = { name, surname, phone: phone ?? null, language }
  await updateAccountDetails(db, customer.id, details, { marketing, now })
  return {}
}

interface AccountDetails {
  name: string
  surname: string
  phone: string | null
  language: Language
}

/** Updates the details; a consent keeps the moment at which it was first given. */
async function updateAccountDetails(
  db: Db,
  id: number,
  details: AccountDetails,
  { marketing, now }: { marketing: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('customer')
    .set(details)
    .set({ marketing_consent_at: marketing ? sql<Date>`coalesce(marketing_consent_at, ${now})` : null })
    .where('id', '=', id)
    .execute()
}
