import type { Queryable } from './database.ts'
import { findRecords, insertRecord } from './records.ts'
import type { Store } from './store.ts'

/** A letter that the shop, which sends no mail, keeps for its back office. */
export interface ShopLetter {
  to: string
  subject: string
  text: string
}

const kind = 'letter'

export async function keepLetter(store: Store, tx: Queryable, letter: ShopLetter): Promise<void> {
  await insertRecord(tx, kind, letter, { now: store.now() })
}

export const findLetters = (db: Queryable): Promise<ShopLetter[]> => findRecords<ShopLetter>(db, kind)
