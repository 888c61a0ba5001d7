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
  const { registry_name } = await db
    .selectFrom('registry')
    .select('registry_name')
    .where('id', '=', handoff.registry_id)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('handoff_line')
    .select('message')
    .where('handoff_id', '=', handoff.id)
    .orderBy('id')
    .execute()
  const words = [handoff.message, ...lines.map(({ message }) => message)]
  return { recipient: registry_name, words: [...new Set(words)].filter(text => text !== null) }
}
