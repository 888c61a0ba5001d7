import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../postgres/tables.ts'

/** A lease that was not renewed for so long may be taken by another process. */
const leaseSeconds = 60
const signEveryMs = (leaseSeconds * 1000) / 4

/**
 * Does the work unless another process is doing the one of that name; answers undefined then. The lease is
 * renewed while the work lasts; that of a process that was killed ends within a minute. Times are the
 * database's, so that clocks may differ.
 */
export async function withLease<T>(db: Db, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const holder = randomUUID()
  if (!(await takeLease(db, name, holder))) return undefined
  // A renewal that fails is made up for by the next; one that comes too late finds the lease taken, and
  // changes nothing.
  const timer = setInterval(() => void takeLease(db, name, holder).catch(() => {}), signEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  }
}

/** Takes or renews the lease; false when somebody else has it. */
async function takeLease(db: Db, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, held_until) values (${name}, ${holder}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
      where lease.holder = excluded.holder or lease.held_until < now()
    returning name`.execute(db)
  return rows.length === 1
}

export async function isLeased(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from lease where name = ${name} and held_until >= now()`.execute(db)
  return rows.length === 1
}
