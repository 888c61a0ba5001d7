import type { Db } from './server/tables.ts'
import type { Events, Work } from './server/visit.ts'

/** Who hears of what, within the same transaction. */
export const handlers: { [E in keyof Events]: ((tx: Db, facts: Events[E], work: Work) => Promise<void>)[] } =
  {
    purchaseCredited: [],
  }
