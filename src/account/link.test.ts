import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { findBlocked, freshDatabase, timeoutFactor } from '../../test/postgres.ts'
import { createDb, createPool } from '../server/postgres/database.ts'
import type { Db } from '../server/postgres/tables.ts'
import {
  consumeLink,
  createLinkCode,
  endLinks,
  findOpenLink,
  issueLink,
  issueOnlyLink,
  peekLink,
} from './link.ts'

const database = opened(() => freshDatabase())
/** Pools of two processes. */
let db: Db
let other: Db
beforeAll(() => {
  ;[db, other] = [
    createDb(createPool(database.url, { size: 4, timeoutFactor })),
    createDb(createPool(database.url, { size: 4, timeoutFactor })),
  ]
})
afterAll(() => Promise.all([db.destroy(), other.destroy()]))

const [now, expires_at] = [new Date('2027-03-01T10:00:00Z'), new Date('2027-03-01T11:00:00Z')]
let subjects = 0
async function aLink(kind: 'password_reset' | 'email_change' = 'password_reset', subject_id = ++subjects) {
  const { code, hash } = createLinkCode()
  await issueLink(db, { kind, subject_id, hash, expires_at })
  return { code, kind, subject_id, hash }
}
const isOpen = async (code: string, at = now) =>
  (await findOpenLink(db, 'password_reset', code, at)) !== undefined

test('is used once, also on two processes at the same moment', async () => {
  const link = await aLink()
  const uses = await db.transaction().execute(async tx => {
    // All three transactions wait for this lock after they have read the link as unused.
    await sql`select from link where hash = ${link.hash} for update`.execute(tx)
    const waiting = [db, other, other].map(one =>
      one.transaction().execute(own => consumeLink(own, link, now)),
    )
    await expect.poll(() => findBlocked(db)).toHaveLength(3)
    return { waiting }
  })
  expect((await Promise.all(uses.waiting)).filter(isUsed => isUsed)).toHaveLength(1)
  expect(await isOpen(link.code)).toBe(false)
  expect(await peekLink(db, 'password_reset', link.code)).toMatchObject({ used_at: now })
})

test('opens nothing of another kind, nor once it has expired, was replaced or ended', async () => {
  const link = await aLink()
  expect(await isOpen(link.code)).toBe(true)
  expect(await findOpenLink(db, 'sign_in', link.code, now)).toBeUndefined()
  expect(await isOpen(link.code, expires_at)).toBe(false)
  expect(await consumeLink(db, link, expires_at)).toBe(false)
  const newer = await aLink('password_reset', link.subject_id)
  expect([await isOpen(link.code), await consumeLink(db, link, now)]).toEqual([false, false])
  await aLink('email_change', link.subject_id)
  expect(await isOpen(newer.code)).toBe(true)
  await endLinks(db, 'password_reset', link.subject_id)
  expect([await isOpen(newer.code), await consumeLink(db, newer, now)]).toEqual([false, false])
})

test('of several that would be the only one, one is stored until it has expired', async () => {
  const issue = (process: Db, at: Date) => {
    const { hash } = createLinkCode()
    const link = {
      kind: 'sign_in',
      subject_id: 7,
      hash,
      expires_at: new Date(at.getTime() + 3_600_000),
    } as const
    return process.transaction().execute(tx => issueOnlyLink(tx, link, at))
  }
  const atOnce = (at: Date) => Promise.all([db, other, db, other].map(process => issue(process, at)))
  expect((await atOnce(now)).filter(isStored => isStored)).toHaveLength(1)
  expect((await atOnce(new Date(expires_at.getTime() - 1))).filter(isStored => isStored)).toHaveLength(0)
  expect((await atOnce(expires_at)).filter(isStored => isStored)).toHaveLength(1)
})
