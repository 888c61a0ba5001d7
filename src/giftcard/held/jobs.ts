import type { JobContext } from '../../server/context/request-context.ts'
import { addHeldMoney } from './data.ts'

/** Keeps the sum of the money that registries hold, for watching, and what moved each day (R970). */
export async function countHeldMoney({ db }: JobContext): Promise<void> {
  while (await db.transaction().execute(addHeldMoney));
}
