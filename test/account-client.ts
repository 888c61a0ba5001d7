import { expect } from 'vitest'
import { confirmEmail } from '../src/account/email-confirmation.contract.ts'
import { register as registerCall } from '../src/account/registration.contract.ts'
import { getRow } from '../src/server/postgres/rows.ts'
import type { AnyTestApp, SingleTestApp, TestApp } from './test-app.ts'

/** The person who registers in the tests of accounts. */
export const person = {
  name: 'Ελένη',
  surname: 'Παππά',
  password: 'old password',
  repassword: 'old password',
}

export const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let addresses = 0

/** A new network address, so that rate limits do not affect tests of something else. */
function newAddress(): string {
  addresses += 1
  return `10.3.${addresses >> 8}.${addresses & 255}`
}

/** Calls of the account API, each from a network address of its own, and what they leave in the outbox. */
export function accountClient(getApp: () => Pick<SingleTestApp, 'db' | 'get' | 'post'>) {
  const post = (path: string, body: object, token = '', userAgent = laptop) =>
    getApp().post(path, body, {
      from: newAddress(),
      headers: { 'user-agent': userAgent },
      ...(token && { token }),
    })

  /** Registers somebody under that e-mail and answers what the call answers. */
  async function registerPerson(email: string, more: object = {}) {
    const { status, body } = await post('/register', { ...person, email, ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data as { token: string; email: string; name: string; id: number }
  }

  /** Registers somebody under that e-mail and answers the token. */
  const register = async (email: string, more: object = {}) => (await registerPerson(email, more)).token

  /** Registers somebody whose e-mail is confirmed at once: only then notices of the account are sent there (R718). */
  async function registerConfirmed(email: string): Promise<string> {
    const token = await register(email)
    const confirmed_at = new Date()
    await getApp().db.updateTable('customer').set({ confirmed_at }).where('email', '=', email).execute()
    return token
  }

  /** Signs in and answers the token. */
  async function login(email: string, password = person.password, userAgent = laptop, more: object = {}) {
    const { body } = await post('/login', { email, password, ...more }, '', userAgent)
    return String(body.data.token)
  }

  const isSignedIn = async (token: string) => (await getApp().get('/me', { token })).status === 200

  /** The e-mails of these templates to that address, oldest first. */
  const emailsTo = (email: string, ...templates: string[]) =>
    getApp()
      .db.selectFrom('outbox')
      .select(['template', 'props', 'language'])
      .where('recipient', '=', email)
      .where('template', 'in', templates)
      .orderBy('id')
      .execute()

  /** The code of the newest of these e-mails. */
  const codeTo = async (email: string, ...templates: string[]) =>
    String((await emailsTo(email, ...templates)).at(-1)?.props.code)

  return { post, registerPerson, register, registerConfirmed, login, isSignedIn, emailsTo, codeTo }
}

/** Registers somebody by one of the two processes and answers their id, token and e-mail. */
export async function anAccount(app: TestApp, email: string, more: object = {}) {
  const { data } = await app.call<{ id: number; token: string }>(registerCall, { ...person, email, ...more })
  return { ...data, email }
}

/** The code in the last e-mail of that template to that address. */
export async function codeInEmail({ db }: Pick<AnyTestApp, 'db'>, recipient: string, template: string) {
  const { props } = await db
    .selectFrom('outbox')
    .select('props')
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return String(props.code)
}

/** Confirms the e-mail of an account by the link of its welcome letter. */
export async function confirmByEmail(app: TestApp, email: string): Promise<void> {
  const code = await codeInEmail(app, email, 'welcome')
  expect((await app.call(confirmEmail, { code, password: person.password })).status).toBe(200)
}

export async function markConfirmed({ db, clock }: AnyTestApp, email: string): Promise<void> {
  await db.updateTable('customer').set({ confirmed_at: clock.now }).where('email', '=', email).execute()
}

/** Whether an account is confirmed, and which customer of the shop it is tied to, after the tasks for the shop were done. */
export async function readShopTie(app: TestApp, { id }: { id: number }) {
  await app.job('shop-tasks')
  const { confirmed_at, shop_customer_id } = await getRow(app.db, 'customer', { id }, [
    'confirmed_at',
    'shop_customer_id',
  ])
  return { confirmed: confirmed_at !== null, shop_customer_id }
}
