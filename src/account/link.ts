import { randomBytes } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { dayMs } from '../base/durations.ts'
import { sha256 } from '../server/context/signing.ts'
import { deleteRows, findRow, insertNewRow, saveRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

export type OneTimeLink = Selectable<Tables['link']>
type LinkKind = OneTimeLink['kind']
/** `subject_id` is the id of what the link is about: a customer, an e-mail change or a registry, by its kind. */
type NewLink = Omit<Insertable<Tables['link']>, 'used_at'>

/** A code of 256 bits for the link of an e-mail, and its hash: the database stores only the hash. */
export function createLinkCode(): { code: string; hash: Buffer } {
  const code = randomBytes(32).toString('base64url')
  return { code, hash: sha256(code) }
}

/** Stores a link in place of the former one of the same kind and subject, which opens nothing any more. */
export async function issueLink(tx: Db, link: NewLink): Promise<void> {
  await saveRow(tx, 'link', ['kind', 'subject_id'], { ...link, used_at: null })
}

/** False if there is a link of its kind and subject that has not expired. Of two concurrent calls one stores. */
export async function issueOnlyLink(tx: Db, link: NewLink, now: Date): Promise<boolean> {
  const { kind, subject_id } = link
  await deleteRows(tx, 'link', { kind, subject_id, expires_at: { '<=': now } })
  return insertNewRow(tx, 'link', link)
}

/** The link with that code, also when it was used or has expired; undefined without one. */
export async function peekLink(
  db: Db,
  kinds: LinkKind | LinkKind[],
  code: string,
): Promise<OneTimeLink | undefined> {
  return findRow(db, 'link', { hash: sha256(code), kind: { in: [kinds].flat() } })
}

/** The link with that code if it was not used and has not expired. */
export async function findOpenLink(
  db: Db,
  kinds: LinkKind | LinkKind[],
  code: string,
  now: Date,
): Promise<OneTimeLink | undefined> {
  const link = await peekLink(db, kinds, code)
  return link && isOpen(link, now) ? link : undefined
}

export function isOpen({ used_at, expires_at }: OneTimeLink, now: Date): boolean {
  return used_at === null && expires_at > now
}

/** Uses a link up; false when it was used, ended or has expired. Of concurrent calls, on any process, one gets true. */
export async function consumeLink(tx: Db, { hash }: Pick<OneTimeLink, 'hash'>, now: Date): Promise<boolean> {
  const where = { hash, used_at: null, expires_at: { '>': now } }
  return (await updateRows(tx, 'link', { set: { used_at: now }, where })) > 0
}

export async function endLinks(
  tx: Db,
  kinds: LinkKind | LinkKind[],
  subjects: number | number[],
): Promise<void> {
  await deleteRows(tx, 'link', { kind: { in: [kinds].flat() }, subject_id: { in: [subjects].flat() } })
}

export async function endAllLinks(tx: Db, kind: LinkKind): Promise<void> {
  await deleteRows(tx, 'link', { kind })
}

/** When a link expires that stops something due at `due`: 30 days later, because the job that does it may be late. */
export function stopLinkEnd(due: Date): Date {
  return new Date(due.getTime() + 30 * dayMs)
}

const minimumMs = 150

/** Takes at least 150 ms, so that the time of an answer doesn't tell whether an e-mail has an account (R114). */
export async function runInConstantTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, new Promise(resolve => setTimeout(resolve, minimumMs))])
  return result
}

/** Deletes the links that were sent to that address (erasing: R125). */
export async function deleteLinksTo(tx: Db, email: string): Promise<void> {
  await sql`delete from link where lower(email) = lower(${email})`.execute(tx)
}

/** Deletes the links about an account, its e-mail changes and its registries (erasing: R125). */
export async function deleteLinksOfAccount(tx: Db, customerId: number): Promise<void> {
  await sql`
    delete from link where (kind, subject_id) in (
      select kind, ${customerId}::bigint
        from unnest(array['email_confirmation', 'factor_stop', 'password_reset', 'sign_in']::link_kind[]) as kind
      union all select kind, id from email_change, unnest(
        array['email_change', 'email_change_late_stop', 'email_change_stop']::link_kind[]) as kind
        where customer_id = ${customerId}
      union all select 'co_host', id from registry where customer_id = ${customerId})`.execute(tx)
}
