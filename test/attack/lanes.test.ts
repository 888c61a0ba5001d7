import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { freshDatabase } from '../postgres.ts'
import { withSlowHashes } from '../quick-hashes.ts'
import { testApp } from '../test-app.ts'

/** Much at once by one person makes nobody else wait, and what waited too long is told so (R1201). */
const database = opened(() => freshDatabase())
const app = opened(() => testApp({ pages: true, database: { url: database.url, timeoutFactor: 1 } }))
let other: pg.Client
beforeAll(async () => {
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterAll(() => other.end())

const update = (id: string, token: string) =>
  app.request(
    '/api/registry/update',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ id, message: 'Ελάτε' }),
    },
    { process: 'A' },
  )

test('sixty changes by one host, which wait for a lock, are 503 and stop nobody else', async () => {
  const [greedy, patient] = [await aHost(app), await aHost(app)]
  const [held, free] = [await aRegistry(app, greedy), await aRegistry(app, patient)]
  await other.query('begin')
  await other.query('select from registry where id = $1 for update', [held.id])
  const answers = Array.from({ length: 60 }, () => update(held.code, greedy.token))
  const refused = Promise.all(answers)
  for (let time = 0; time < 5; time++) expect((await update(free.code, patient.token)).status).toBe(200)
  for (const answer of await refused) {
    const { data } = (await answer.json()) as { data: { code: string } }
    expect([answer.status, data.code]).toEqual([503, expect.stringMatching(/^refused_(busy|away)$/)])
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  await other.query('rollback')
  expect((await update(held.code, greedy.token)).status).toBe(200)
})

test('forty passwords to hash for one address let another address sign in meanwhile', async () => {
  const person = { name: 'Νίκη', surname: 'Δοκιμή', password: 'μέλι και καρύδια' }
  const send = (path: string, body: object, from: string) => app.post(path, body, { from })
  const known = { ...person, repassword: person.password, email: 'niki@example.gr' }
  await withSlowHashes(async () => {
    expect((await send('/register', known, '192.0.2.7')).status).toBe(200)
    let waiting = 40
    const tries = Array.from({ length: 40 }, async (_, number) => {
      const wrong = { email: `nobody${number}@example.gr`, password: 'a wrong password' }
      await send('/login', wrong, '192.0.2.8')
      waiting--
    })
    expect((await send('/login', known, '192.0.2.9')).status).toBe(200)
    expect(waiting).toBeGreaterThan(0)
    await Promise.all(tries)
  })
})
