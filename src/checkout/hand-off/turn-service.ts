import type { RawBuilder } from 'kysely'
import { createKeyedLimit, createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type HandoffLocks, handoffLock } from './reservation-data.ts'

type TurnContext = Pick<RequestContext, 'db' | 'config'>

interface Turns {
  ofRegistry: ReturnType<typeof createKeyedLimit<number>>
  ofAll: WorkLimit
}

/** Guests rather wait than begin anew: as long as one call of the shop may take. */
const longestWaitMs = 15_000
const mostWaiting = 500

const turnsByDatabase = new WeakMap<Db, Turns>()

/**
 * Runs a transaction of a hand-off under its registry's lock and the others it needs: `work` asks for them with its first
 * statement. Those of one registry wait for each other without a connection, and all of them together use a quarter of the
 * connections, so that readers and other writers have theirs however many guests the shop lets go on at once. Throws `refused_busy` 503 when the turn doesn't come.
 */
export function inRegistryTurn<T>(
  registryId: number,
  { db, config }: TurnContext,
  work: (tx: Db, lock: RawBuilder<unknown>) => Promise<T>,
  locks: HandoffLocks = { productIds: [], reserver: null },
): Promise<T> {
  const turns = turnsByDatabase.get(db) ?? createTurns(config.DATABASE_POOL)
  turnsByDatabase.set(db, turns)
  const underLock = (tx: Db) => work(tx, handoffLock(registryId, locks))
  return turns.ofRegistry(registryId, () => turns.ofAll(() => db.transaction().execute(underLock)))
}

function createTurns(connections: number): Turns {
  const wait = { waiting: mostWaiting, waitMs: longestWaitMs }
  return {
    ofRegistry: createKeyedLimit({ concurrent: 1, ...wait }),
    ofAll: createWorkLimit({ concurrent: Math.max(1, Math.floor(connections / 4)), ...wait }),
  }
}
