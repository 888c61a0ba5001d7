import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allLetters } from '../../src/app/letters.ts'
import { budgetOf, kindPolicies, policyOf } from '../../src/server/email/email-policy.ts'
import { leaseDueMessages } from '../../src/server/email/lease.ts'
import type { MessageKind } from '../../src/ui/email/letter.ts'
import { aHost, type Host } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** The day's budget of letters run dry by one kind: every other kind still leaves, each as far as its share (R719, R1249). */
const perDay = 500
const hourMs = 3_600_000
const env = { SITE_URL: 'https://doron.test', MAIL_PER_DAY: String(perDay) }
const kinds = (Object.keys(kindPolicies) as MessageKind[]).filter(kind => !kind.endsWith('sms'))
const shareOf = (kind: MessageKind) => budgetOf(kind, { hour: perDay, day: perDay }).day

/** Confirmed long ago. */
let holder: Host
let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now, env }))
beforeAll(async () => {
  holder = await aHost(site)
})
beforeEach(async () => {
  now = new Date(now.getTime() + 72 * hourMs)
  await site.db.deleteFrom('outbox').execute()
})

let letters = 0
/** So many letters of a kind to other people, each to a mailbox of its own: that have left today, or that wait. */
async function insert(kind: MessageKind, count: number, state: 'sent' | 'waiting'): Promise<void> {
  const at = new Date(now.getTime() - hourMs)
  const left = state === 'sent' ? { released_at: at, sent_at: at } : {}
  const rows = Array.from({ length: count }, () => {
    const number = ++letters
    const recipient = `other${number}@example.gr`
    const row = {
      cause: `made:${number}`,
      message_id: `<made-${number}@x>`,
      props: '{}',
      kind,
      state,
      ...left,
    }
    const times = { created_at: at, next_attempt_at: at }
    const to = { template: templateOf(kind), language: 'el', recipient, recipient_key: recipient } as const
    return { ...row, ...times, ...to }
  })
  await site.db.insertInto('outbox').values(rows).execute()
}

/** A template of a kind; a new password counts as a code, but to who has confirmed their e-mail (R1249). */
const templateOf = (kind: MessageKind) =>
  kind === 'access'
    ? 'password-reset'
    : (Object.keys(allLetters).find(template => policyOf(template, allLetters).kind === kind) ?? '')

/** One letter of each kind, as the product writes it. */
async function writeEach(): Promise<void> {
  for (const kind of kinds) {
    const isToHolder = kindPolicies[kind].isForAccount || kind === 'access'
    const headers: HeadersInit = isToHolder ? { authorization: `Bearer ${holder.token}` } : {}
    const ctx = await site.createContext(new Request(site.config.SITE_URL, { headers }))
    const to = isToHolder ? holder.email : `somebody${letters}@example.gr`
    const letter = {
      cause: `new:${++letters}`,
      template: templateOf(kind),
      language: 'el' as const,
      to,
      props: {},
    }
    expect([kind, await ctx.enqueueEmail(site.db, letter)]).toEqual([kind, true])
  }
}

/** Lets leave what may in half a day, as an hour has a budget of its own, and counts it by kind. */
async function countLeaving(): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  for (let hours = 0; ; ) {
    const rows = await leaseDueMessages({ db: site.db, config: site.config, letters: allLetters, now })
    if (rows.length === 0) {
      if (++hours === 12) return left
      now = new Date(now.getTime() + hourMs)
      continue
    }
    for (const { kind } of rows) left[kind] = (left[kind] ?? 0) + 1
    const ids = rows.map(({ id }) => id)
    const sent = { state: 'sent', sent_at: now } as const
    await site.db.updateTable('outbox').set(sent).where('id', 'in', ids).execute()
  }
}

const oneOfEach = (some: MessageKind[]) => Object.fromEntries(some.map(kind => [kind, 1]))

test.each(kinds)(
  'when %s letters have used up their day, all others leave, and these the next day',
  async kind => {
    await insert(kind, shareOf(kind), 'sent')
    await writeEach()
    expect(await countLeaving()).toEqual(oneOfEach(kinds.filter(one => one !== kind)))
    now = new Date(now.getTime() + 24 * hourMs)
    expect(await countLeaving()).toEqual({ [kind]: 1 })
  },
)

const shares = {
  code: 60,
  access: 40,
  security: 75,
  money: 75,
  order: 60,
  giver: 60,
  notice: 30,
  invitation: 70,
  test: 5,
  staff: 15,
  contact: 10,
}

test('invitations beyond the whole budget of a day leave to every other kind its whole share, and no more', async () => {
  const { invitation, ...others } = shares
  await insert('invitation', perDay, 'sent')
  for (const kind of kinds) await insert(kind, shareOf(kind) + 3, 'waiting')
  expect(await countLeaving()).toEqual(others)
})

test('when all other kinds have used up theirs, invitations have their share', async () => {
  for (const kind of kinds) if (kind !== 'invitation') await insert(kind, perDay, 'sent')
  await insert('invitation', perDay, 'waiting')
  expect(await countLeaving()).toEqual({ invitation: shares.invitation })
})
