import { findCustomersByIds } from '../../account/customer/customer.sql.ts'
import type { OutgoingEmail } from '../../server/context/emails.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findAnyRegistryById } from '../registry/registry.sql.ts'
import { guestTemplates } from './action.rules.ts'
import { type LetterReader, letterReaders, type NamedReaders } from './look.rules.ts'

export type ActionLetter = Pick<OutgoingEmail, 'cause' | 'template' | 'to'>

/** The same context, and the letters that are enqueued through it (R1121, who gets a letter). */
export function collectLetters(ctx: StaffContext): { ctx: StaffContext; letters: ActionLetter[] } {
  const letters: ActionLetter[] = []
  const enqueueEmail: StaffContext['enqueueEmail'] = async (tx, letter) => {
    // A second letter with the same cause is not sent.
    const isNew = (await findRow(tx, 'outbox', { cause: letter.cause }, ['id'])) === undefined
    const isEnqueued = await ctx.enqueueEmail(tx, letter)
    if (isNew && isEnqueued) letters.push(letter)
    return isEnqueued
  }
  return { ctx: { ...ctx, enqueueEmail }, letters }
}

interface LetterSource {
  registryId?: number | undefined
  customerId?: number
  later?: ActionLetter[]
  apply(): Promise<void>
}

/**
 * Finds out who would get a letter (R1121): applies the action and enqueues the letters that follow its commit, in a
 * transaction that is rolled back. Rate limits and security events, which outlast a rollback, are switched off.
 */
export async function tryLetters<Look extends LetterSource>(
  look: (tx: Db, ctx: StaffContext) => Promise<Look>,
  ctx: StaffContext,
): Promise<{ found: Look; readers: NamedReaders }> {
  const collected = collectLetters({
    ...ctx,
    rateLimit: async () => undefined,
    recordSecurityEvent: async () => undefined,
  })
  const tx = await ctx.db.startTransaction().execute()
  try {
    const found = await look(tx, collected.ctx)
    const { later = [] } = found
    await found.apply()
    for (const letter of later)
      await collected.ctx.enqueueEmail(tx, { ...letter, language: ctx.language, props: {} })
    return { found, readers: await nameReaders(tx, collected.letters, found) }
  } finally {
    await tx.rollback().execute()
  }
}

export async function findReaders(db: Db, letters: ActionLetter[], registryId: number | undefined) {
  return (await nameReaders(db, letters, { registryId })).map(({ reader }) => reader)
}

/**
 * The same with name and e-mail of hosts, so that whoever confirms sees whom a letter reaches (R1121); guests and
 * givers are not named.
 */
async function nameReaders(
  db: Db,
  letters: ActionLetter[],
  { registryId, customerId }: Pick<LetterSource, 'registryId' | 'customerId'>,
): Promise<NamedReaders> {
  const registry = registryId === undefined ? undefined : await findAnyRegistryById(db, registryId)
  const ids = [registry?.customer_id, registry?.co_host_id, customerId].flatMap(id => id ?? [])
  const hosts = ids.length > 0 ? await findCustomersByIds(db, ids) : []
  const coHost = hosts.find(({ id }) => id === registry?.co_host_id)
  const read = letters.map(letter => ({ reader: readerOf(letter, coHost?.email), to: letter.to }))
  const nameOf = (email: string) => {
    const host = hosts.find(one => one.email === email)
    return host ? `${host.name} ${host.surname}, ${email}` : email
  }
  return letterReaders
    .filter(reader => read.some(one => one.reader === reader))
    .map(reader => {
      const addresses = new Set(read.flatMap(one => (one.reader === reader ? one.to : [])))
      const isHost = reader === 'host' || reader === 'co_host'
      return { reader, people: isHost ? [...addresses].map(nameOf) : [] }
    })
}

/** A letter to an account counts as the hosts', also at an address that the account is to have. */
function readerOf({ template, to }: ActionLetter, coHostEmail: string | undefined): LetterReader {
  if (giverTemplates.has(template)) return 'giver'
  if (template === 'co-host-asked' || to === coHostEmail) return 'co_host'
  return guestTemplates.has(template) ? 'guest' : 'host'
}

const giverTemplates = new Set(['gift-thanks', 'withdrawal-received', 'line-card'])
