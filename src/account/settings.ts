import { sql } from 'kysely'
import { orNotFound } from '../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
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

/** A consent keeps the moment at which it was first given. */
async function updateAccount(
  { name, surname, phone, language, marketing }: ParsedOf<typeof contract.updateAccount>,
  { db, customer, now }: CustomerContext,
) {
  await db
    .updateTable('customer')
    .set({ name, surname, phone: phone ?? null, language })
    .set({ marketing_consent_at: marketing ? sql<Date>`coalesce(marketing_consent_at, ${now})` : null })
    .where('id', '=', customer.id)
    .execute()
  return {}
}
