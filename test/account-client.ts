import { expect } from 'vitest'
import type { SingleTestApp } from './test-app.ts'

type TestApp = SingleTestApp

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
export function accountClient(getApp: () => TestApp) {
  const post = (path: string, body: object, token = '', userAgent = laptop) =>
    getApp().post(path, body, {
      from: newAddress(),
      headers: { 'user-agent': userAgent },
      ...(token && { token }),
    })

  /** Registers somebody under that e-mail and answers the token. */
  async function register(email: string, more: object = {}): Promise<string> {
    const { status, body } = await post('/register', { ...person, email, ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return String(body.data.token)
  }

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

  return { post, register, registerConfirmed, login, isSignedIn, emailsTo }
}
