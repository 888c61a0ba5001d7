import { findRows, getRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findHandoffByReference } from './data.ts'

/** For whom a cart is, and what its giver wrote: first for all of it, then for single gifts. */
export interface CartNote {
  recipient: string
  words: string[]
}

/** The note of a cart that was handed off here, for the page on which it is paid for; null for any other. */
export async function findCartNote(db: Db, cartId: string): Promise<CartNote | null> {
  const handoff = await findHandoffByReference(db, cartId)
  if (!handoff) return null
  const { registry_name } = await getRow(db, 'registry', { id: handoff.registry_id }, ['registry_name'])
  const lines = await findRows(db, 'handoff_line', {
    where: { handoff_id: handoff.id },
    columns: ['message'],
    orderBy: ['id'],
  })
  const words = [handoff.message, ...lines.map(({ message }) => message)]
  return { recipient: registry_name, words: [...new Set(words)].filter(text => text !== null) }
}
