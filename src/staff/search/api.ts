import * as z from 'zod/mini'
import { phoneNumberSchema } from '../../account/customer/phone-rules.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { formatCertificateCode } from '../../giftcard/payout/rules.ts'
import { registryState } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { guestEmailFor } from '../registry/access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { findIdsByNames } from './index-data.ts'
import { maskCardCode, parseStaffQuery, type StaffQuery } from './rules.ts'

export const calls: Handler[] = [handle(contract.searchAsStaff, search)]

/** One more than is shown tells that there are more. */
const read = contract.resultsPerKind + 1

type Results = ReplyOf<typeof contract.searchAsStaff>

async function search({ q }: ParsedOf<typeof contract.searchAsStaff>, ctx: StaffContext): Promise<Results> {
  const query = parseStaffQuery(q)
  const phone = query.phone === null ? null : (z.safeParse(phoneNumberSchema, query.phone).data ?? null)
  const key = query.email === null ? null : emailKey(query.email)
  return {
    registries: limited(await findRegistries(query, ctx)),
    hosts: limited(await findHosts(query, { emailKey: key, phone }, ctx)),
    orders: limited(await findOrders(query, ctx)),
    receipts: limited(await findReceipts(query, ctx)),
    checkouts: limited(await findCheckouts(query, ctx)),
    cards: limited(await findCards(query, ctx)),
    guests: limited(await findGuests({ emailKey: key, phone }, ctx)),
    is_failure: query.isFailure,
  }
}

function limited<T>(found: T[]): { found: T[]; has_more: boolean } {
  const { resultsPerKind } = contract
  return { found: found.slice(0, resultsPerKind), has_more: found.length > resultsPerKind }
}

async function findRegistries({ names, code, slug }: StaffQuery, { db, now }: StaffContext) {
  const ids = names === null ? [] : await findIdsByNames(db, 'registry', names, read)
  const rows = await data.findStaffRegistries(db, { ids, code, slug })
  return rows.map(row => ({
    code: row.code,
    registry_name: row.registry_name,
    hosts: fullHostNames(row),
    event_day: row.event_day,
    closing_day: row.closing_day,
    state: staffRegistryState(row, dayInAthens(now)),
  }))
}

function fullHostNames(row: data.StaffRegistryRow): string {
  const person = (...names: (string | null)[]) => names.filter(Boolean).join(' ')
  const people = [person(row.name, row.surname), person(row.partner_name, row.partner_surname)]
  return people.filter(Boolean).join(', ')
}

function staffRegistryState(row: data.StaffRegistryRow, today: Day): contract.StaffRegistryResult['state'] {
  return row.removed_at ? 'removed' : registryState(row, today)
}

interface Person {
  emailKey: string | null
  phone: string | null
}

async function findHosts({ names }: StaffQuery, person: Person, { db }: StaffContext) {
  const ids = names === null ? [] : await findIdsByNames(db, 'host', names, read)
  if (ids.length === 0 && person.emailKey === null && person.phone === null) return []
  return data.findStaffHosts(db, { ids, ...person })
}

async function findOrders({ orderId }: StaffQuery, { db }: StaffContext) {
  if (orderId === null) return []
  const rows = await data.findStaffOrders(db, orderId, read)
  return rows.map(row => ({ order_id: orderId, ...row }))
}

async function findReceipts({ receiptKey }: StaffQuery, { db }: StaffContext) {
  if (receiptKey === null) return []
  const rows = await data.findStaffReceipts(db, receiptKey, read)
  return rows.map(({ recorded_at, ...row }) => ({ ...row, at: recorded_at.toISOString() }))
}

async function findCheckouts({ email, cartId, reference }: StaffQuery, { db, staff }: StaffContext) {
  if (email === null && cartId === null && reference === null) return []
  const rows = await data.findStaffCheckouts(db, { email, cartId, reference }, read)
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    email: guestEmailFor(staff.role, row.email).email,
    at: created_at.toISOString(),
  }))
}

async function findCards({ code }: StaffQuery, { db }: StaffContext) {
  if (code === null) return []
  const rows = await data.findStaffCards(db, [formatCertificateCode(code)])
  return rows.map(row => ({ ...row, code: maskCardCode(row.code) }))
}

async function findGuests(person: Person, { db, staff }: StaffContext) {
  if (person.emailKey === null && person.phone === null) return []
  const rows = await data.findStaffGuests(db, person, read)
  return rows.map(row => ({ ...row, email: guestEmailFor(staff.role, row.email).email }))
}
