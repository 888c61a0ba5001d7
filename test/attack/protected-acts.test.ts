import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveProof } from '../../src/account/proof/proof.contract.ts'
import { calls } from '../../src/app.ts'
import type { Handler } from '../../src/server/context/handler.ts'
import { getRow, updateRows } from '../../src/server/postgres/rows.ts'
import { accountClient, person } from '../account-client.ts'
import { aGift, aHost, aRegistry, registryDraft } from '../builders.ts'
import { aHostWithMoney, listCertificates } from '../money.ts'
import { opened } from '../opened.ts'
import { takeWrites } from '../protected-writes.ts'
import { testApp } from '../test-app.ts'

const app = opened(() => testApp())
beforeAll(() => app.job('webhook-registration'))

const accounts = accountClient(() => app)
const { password } = person
let moment = 0
/** A code of the key that no earlier one of the test used up. */
beforeEach(() => {
  app.clock.now = new Date(app.clock.now.getTime() + ++moment * 60_000)
})
const timeCode = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(app.clock.now.getTime() / 1000) })

interface Owner {
  id: number
  email: string
  /** Signed in long ago. */
  token: string
  secret: string
  /** A browser that needs no code to sign in. */
  device: string
}

/** A host with a second factor, whose last proof is old. */
async function anOwner({ withFactor = true } = {}): Promise<Owner> {
  const email = `owner${++moment}@example.gr`
  const token = await accounts.registerConfirmed(email)
  const { id } = await getRow(app.db, 'customer', { email }, ['id'])
  const device = randomUUID()
  let secret = ''
  if (withFactor) {
    const offer = (await accounts.post('/me/second-factor/setup', {}, token)).body.data
    secret = String(offer.secret)
    const added = { setup: String(offer.setup), code: timeCode(secret), device }
    expect((await accounts.post('/me/second-factor', added, token)).status).toBe(200)
    app.later(1)
  }
  await updateRows(app.db, 'session', { set: { proved_at: new Date(0) }, where: { customer_id: id } })
  await updateRows(app.db, 'customer', {
    set: { payout_hold_since: null, payout_hold_until: null },
    where: { id },
  })
  return { id, email, token, secret, device }
}

/** Gives a registry of that owner money that may leave. */
async function moneyFor(owner: Owner) {
  const rich = await aHostWithMoney(app)
  const gift = await rich.fundedGift(4000)
  await updateRows(app.db, 'registry', { set: { customer_id: owner.id }, where: { id: rich.registry.id } })
  return { registry: rich.registry, gift, rich }
}

interface Attempt {
  /** The letter by which the owner hears of it, at the address until now. */
  letter: string
  input(owner: Owner): Promise<Record<string, unknown>>
  /** The field in which the call takes a code of its own. */
  codeField?: string
  withFactor?: boolean
  /** Without a session: by who follows the link of a letter. */
  asVisitor?: boolean
}

const address = { ...registryDraft.home_address, street: 'Άλλη οδός 9' }
const collect: Attempt = {
  letter: 'money-requested',
  input: async owner => ({ id: (await moneyFor(owner)).gift.id }),
}
const redeem: Attempt = {
  letter: 'money-requested',
  input: async owner => {
    const { rich } = await moneyFor(owner)
    const experience = await rich.experience(1)
    return { id: experience.id }
  },
}

/** How each call that takes a proof is tried; whoever adds one adds its line. */
const attempts: Record<string, Attempt> = {
  'POST /me/email-change': {
    letter: 'email-change-requested',
    codeField: 'code',
    input: async ({ email }) => ({ email: `new-${email}`, password }),
  },
  'POST /email-change/confirm': {
    letter: 'email-changed',
    codeField: 'factor_code',
    asVisitor: true,
    async input({ email, token, secret }) {
      const to = `new-${email}`
      await accounts.post('/me/email-change', { email: to, password, code: timeCode(secret) }, token)
      await app.db
        .updateTable('session')
        .set({ proved_at: new Date(0) })
        .execute()
      app.later(1)
      return { code: await accounts.codeTo(to, 'email-change-confirm'), password }
    },
  },
  'POST /me/password-update': {
    letter: 'password-updated',
    codeField: 'code',
    input: async () => ({ current_password: password, password: 'a new one', repassword: 'a new one' }),
  },
  'POST /me/deactivate': {
    letter: 'account-leaving',
    codeField: 'code',
    async input({ id }) {
      await aRegistry(app, { id })
      return { password }
    },
  },
  'POST /me/second-factor': {
    letter: 'second-factor-changed',
    withFactor: false,
    async input({ token }) {
      const { setup, secret } = (await accounts.post('/me/second-factor/setup', {}, token)).body.data
      return { setup, code: timeCode(String(secret)), device: randomUUID() }
    },
  },
  'POST /me/second-factor/recovery-codes': { letter: 'second-factor-changed', input: async () => ({}) },
  'POST /me/second-factor/remove': { letter: 'second-factor-changed', input: async () => ({}) },
  'POST /registry/update': {
    letter: 'protected-act',
    async input(owner) {
      const { registry } = await moneyFor(owner)
      return { id: registry.code, end_date: '2027-07-01', shipping_address: address }
    },
  },
  'POST /registry/co-host/invite': {
    letter: 'protected-act',
    async input({ id }) {
      const { code } = await aRegistry(app, { id })
      return { id: code, email: `accomplice${id}@example.gr` }
    },
  },
  'POST /me/data': { letter: 'protected-act', input: async () => ({}) },
  'POST /v2/create-gift-certificate': collect,
  'GET /v2/create-gift-certificate': collect,
  'POST /v2/set-redeem': redeem,
  'GET /v2/set-redeem': redeem,
}

const nameOf = ({ endpoint }: Handler) => `${endpoint.method} ${endpoint.path}`
const proved = calls.filter(({ endpoint }) =>
  Object.values(endpoint.protects ?? {}).some(by => by === 'proof' || by === 'password'),
)

test('every call that takes a proof is tried here, and no other is', () => {
  expect(Object.keys(attempts).sort()).toEqual(proved.map(nameOf).sort())
})

describe.each(proved.map(call => [nameOf(call), call] as const))('%s', (name, call) => {
  const { letter, input, codeField, withFactor = true, asVisitor } = attempts[name] as Attempt
  const declared = Object.keys(call.endpoint.protects ?? {}).filter(thing => thing !== 'download')
  const run = (given: object, owner: Owner) =>
    app.call(call.endpoint, given, asVisitor ? { from: `10.9.0.${moment % 250}` } : owner.token)
  const lettersTo = async ({ email }: Owner) => (await accounts.emailsTo(email, letter)).length

  test('is nothing for a session with the password in a known browser, and writes what it declares after a proof', async () => {
    const owner = await anOwner({ withFactor })
    const given = await input(owner)
    const before = await lettersTo(owner)
    takeWrites(call)
    const refused = await run({ ...given, device: owner.device }, owner)
    const code = codeField ? 'account_factor_needed' : 'proof_needed'
    expect([refused.status, refused.data.code]).toEqual([codeField ? 422 : 403, code])
    expect([takeWrites(call), await lettersTo(owner)]).toEqual([[], before])
    if (!codeField) {
      const proof = { password, ...(withFactor && { code: timeCode(owner.secret) }) }
      expect((await app.call(giveProof, proof, owner.token)).status).toBe(200)
    }
    const more = codeField ? { [codeField]: timeCode(owner.secret) } : {}
    const done = await run({ ...given, ...more }, owner)
    expect(done.status, JSON.stringify(done.data)).toBe(200)
    expect(takeWrites(call)).toEqual(declared.sort())
    expect(await lettersTo(owner)).toBe(before + 1)
  })
})

test('the password and a known browser do not lead to the money by a new e-mail and an early closing', async () => {
  const owner = await anOwner()
  const { registry } = await moneyFor(owner)
  const signIn = { email: owner.email, password, device: owner.device }
  const thief = String((await accounts.post('/login', signIn)).body.data.token)
  const asked = await accounts.post('/me/email-change', { email: 'the-thief@example.gr', password }, thief)
  expect([asked.status, asked.body.data.code]).toEqual([422, 'account_factor_needed'])
  const closing = { id: registry.code, end_date: '2027-06-20' }
  const moved = await accounts.post('/registry/update', closing, thief)
  expect([moved.status, moved.body.data.code]).toEqual([403, 'proof_needed'])
})

test('a co-host brings the closing day forward never while money is open, and back with a proof of their own', async () => {
  const owner = await anOwner()
  const { registry } = await moneyFor(owner)
  const partner = await aHost(app)
  await app.db.updateTable('registry').set({ co_host_id: partner.id }).where('id', '=', registry.id).execute()
  const move = (end_date: string) =>
    accounts.post('/registry/update', { id: registry.code, end_date }, partner.token)
  const forward = await move('2027-06-25')
  expect([forward.status, forward.body.data.code]).toEqual([403, 'registry_owner_only'])
  // An event that is earlier takes the day that followed it along.
  const sooner = { id: registry.code, registry_date: '2027-01-10', end_date: '2027-01-20' }
  expect((await accounts.post('/registry/update', sooner, partner.token)).status).toBe(403)
  expect((await move('2027-08-25')).status).toBe(200)
  expect(await accounts.emailsTo(owner.email, 'protected-act')).toHaveLength(1)
  const poor = await aRegistry(app, owner, { co_host_id: partner.id })
  const free = { id: poor.code, end_date: '2027-06-25' }
  expect((await accounts.post('/registry/update', free, partner.token)).status).toBe(200)
  await aGift(app, poor)
})

test('while a new e-mail can be stopped nothing is paid, by the closing job neither; the old address hears of all', async () => {
  const owner = await anOwner()
  const { registry, gift } = await moneyFor(owner)
  const to = `moved-${owner.email}`
  const ask = { email: to, password, code: timeCode(owner.secret) }
  expect((await accounts.post('/me/email-change', ask, owner.token)).status).toBe(200)
  const collectNow = () => accounts.post('/v2/create-gift-certificate', { id: gift.id }, owner.token)
  expect((await collectNow()).body.data.code).toBe('payout_on_hold')
  const code = await accounts.codeTo(to, 'email-change-confirm')
  expect((await accounts.post('/email-change/confirm', { code }, owner.token)).status).toBe(200)
  const closing = { id: registry.code, end_date: '2027-06-25' }
  expect((await accounts.post('/registry/update', closing, owner.token)).status).toBe(200)
  for (const email of [owner.email, to])
    expect(await accounts.emailsTo(email, 'protected-act')).toHaveLength(1)
  // However long the hold has been renewed: as long as the old address can take it back, nobody is paid.
  await updateRows(app.db, 'registry', {
    set: { event_day: '2026-11-20', closing_day: '2026-11-20' },
    where: { id: registry.id },
  })
  const longAgo = new Date(app.clock.now.getTime() - 20 * 86_400_000)
  await updateRows(app.db, 'customer', { set: { payout_hold_since: longAgo }, where: { id: owner.id } })
  const closeNow = async () => {
    for (const job of ['closings', 'payouts']) await app.job(job)
    return (await listCertificates(app)).filter(one => one.to === to).length
  }
  expect(await closeNow()).toBe(0)
  app.later(72 * 60)
  expect(await closeNow()).toBe(1)
})
