import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../../../test/app.ts'

let site: Awaited<ReturnType<typeof openApp>>
let now = new Date('2027-03-01T10:00:00Z')
let visitors = 0
beforeAll(async () => {
  site = await openApp({}, { now: () => now })
})
afterAll(() => site.close())

const person = { password: 'old password', repassword: 'old password', name: 'Ελένη', surname: 'Παππά' }
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Each call from an address of its own, so that limits stay out of what is not about them. */
function post(path: string, body: object, token = '', agent = laptop) {
  visitors += 1
  const from = `10.3.${visitors >> 8}.${visitors & 255}`
  return site.post(path, body, { from, headers: { 'user-agent': agent }, ...(token && { token }) })
}

async function registered(email: string): Promise<string> {
  const { status, body } = await post('/register', { ...person, email })
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body.data.token)
}

async function login(email: string, password = person.password, agent = laptop, more: object = {}) {
  const { body } = await post('/login', { email, password, ...more }, '', agent)
  return String(body.data.token)
}

const isAlive = async (token: string) => (await site.get('/me', { token })).status === 200

const lettersTo = (email: string, template: string) =>
  site.db
    .selectFrom('outbox')
    .select(['props', 'language'])
    .where('recipient', '=', email)
    .where('template', '=', template)
    .execute()

describe('account details', () => {
  const details = { name: 'Άννα', surname: 'Βελή', phone: '697 123 4567', language: 'el', marketing: true }

  test('are changed, and what is left out is cleared', async () => {
    const token = await registered('details@example.gr')
    const { status, body } = await post('/me/update', details, token)
    expect([status, body.message]).toEqual([200, 'Your account has been successfully updated.'])
    const changed = { ...details, phone: '+306971234567' }
    expect((await site.get('/me', { token })).body.data).toMatchObject(changed)
    await post('/me/update', { name: 'Άννα', surname: 'Βελή', language: 'en' }, token)
    const cleared = { phone: null, language: 'en', marketing: false }
    expect((await site.get('/me', { token })).body.data).toMatchObject(cleared)
  })

  test('a consent keeps the moment it was given', async () => {
    const token = await registered('consent@example.gr')
    const given = async () => {
      await post('/me/update', details, token)
      const row = await site.db
        .selectFrom('customer')
        .select('marketing_consent_at')
        .where('email', '=', 'consent@example.gr')
        .executeTakeFirstOrThrow()
      return row.marketing_consent_at
    }
    const first = await given()
    const before = now
    now = new Date(now.getTime() + 86_400_000)
    expect(await given()).toEqual(first)
    now = before
    expect(first).toEqual(before)
  })

  test('everything that is wrong is told at once', async () => {
    const token = await registered('wrong@example.gr')
    const { status, body } = await post('/me/update', { name: 'Li', phone: '12', language: 'fr' }, token)
    expect(status).toBe(422)
    expect(body.data.keys).toEqual({
      name: 'name_short',
      surname: 'surname_required',
      phone: 'phone_short',
      language: 'account_required',
    })
  })

  test('letters speak the language that was chosen', async () => {
    const token = await registered('greek@example.gr')
    await post('/me/update', details, token)
    await post('/password-email', { email: 'greek@example.gr' })
    expect((await lettersTo('greek@example.gr', 'password-reset')).map(one => one.language)).toEqual(['el'])
  })

  test('another account, its e-mail and what the shop says are not his to change', async () => {
    const token = await registered('mine@example.gr')
    const other = await registered('other@example.gr')
    const id = (await site.get('/me', { token: other })).body.data.id
    const foreign = { id, customer_id: id, email: 'taken@example.gr', shop_customer_id: 7, confirmed_at: now }
    await post('/me/update', { ...details, ...foreign }, token)
    const mine = (await site.get('/me', { token })).body.data
    expect(mine).toMatchObject({ email: 'mine@example.gr', confirmed: false })
    expect((await site.get('/me', { token: other })).body.data.name).toBe('Ελένη')
  })
})

describe('changing the password', () => {
  const change = (token: string, current_password: string, password = 'quite new', again = password) =>
    post('/me/password-update', { current_password, password, repassword: again }, token)

  test('asks for the current one, ends every other session and tells by letter', async () => {
    const token = await registered('change@example.gr')
    const elsewhere = await login('change@example.gr')
    const { status, body } = await change(token, person.password)
    expect([status, body.message]).toEqual([200, 'Your password has been changed successfully.'])
    expect([await isAlive(token), await isAlive(elsewhere)]).toEqual([true, false])
    expect((await post('/login', { email: 'change@example.gr', password: person.password })).status).toBe(401)
    expect(await isAlive(await login('change@example.gr', 'quite new'))).toBe(true)
    expect(await lettersTo('change@example.gr', 'password-updated')).toHaveLength(1)
  })

  test('a wrong current one changes nothing', async () => {
    const token = await registered('guess@example.gr')
    const elsewhere = await login('guess@example.gr')
    const { status, body } = await change(token, 'not it')
    expect([status, body.data.keys]).toEqual([422, { current_password: 'account_password_wrong' }])
    expect(await isAlive(elsewhere)).toBe(true)
    expect(await isAlive(await login('guess@example.gr'))).toBe(true)
  })

  test('passwords of the wrong length and such that differ are told together', async () => {
    const token = await registered('lengths@example.gr')
    const { body } = await change(token, '', 'abc', 'abd')
    expect(body.data.keys).toEqual({
      current_password: 'account_required',
      password: 'account_password_short',
      repassword: 'account_passwords_differ',
    })
  })

  test('whoever sits at an open session may not guess for ever', async () => {
    const token = await registered('open@example.gr')
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await change(token, `guess ${i}`)).status)
    expect(new Set(statuses.slice(0, 10))).toEqual(new Set([422]))
    expect(statuses[10]).toBe(429)
  })

  test('a code that was asked for before is good for nothing', async () => {
    const token = await registered('code@example.gr')
    await post('/password-email', { email: 'code@example.gr' })
    const [letter] = await lettersTo('code@example.gr', 'password-reset')
    await change(token, person.password)
    const answer = await post('/password-reset', { ...letter?.props, password: 'an intruder' })
    expect(answer.status).toBe(422)
  })
})

describe('devices', () => {
  interface Listed {
    sessions: { id: number; current: boolean; browser: string; system: string }[]
  }
  const listed = async (token: string) =>
    ((await site.get('/me/sessions', { token })).body.data as unknown as Listed).sessions

  test('are listed by what they say of themselves, without their tokens', async () => {
    const token = await registered('devices@example.gr')
    await login('devices@example.gr', person.password, phone)
    const { body } = await site.get('/me/sessions', { token })
    expect((await listed(token)).map(({ current, browser, system }) => [current, browser, system])).toEqual([
      [false, 'Safari', 'iPhone'],
      [true, 'Firefox', 'Linux'],
    ])
    expect(JSON.stringify(body)).not.toMatch(/token|hash/)
  })

  test('one is signed out, or all others', async () => {
    const token = await registered('out@example.gr')
    const tokens = [
      await login('out@example.gr'),
      await login('out@example.gr'),
      await login('out@example.gr'),
    ]
    const [newest] = await listed(token)
    await post('/me/sessions/end', { id: newest?.id }, token)
    expect(await Promise.all(tokens.map(isAlive))).toEqual([true, true, false])
    await post('/me/sessions/end', {}, token)
    expect(await Promise.all([token, ...tokens].map(isAlive))).toEqual([true, false, false, false])
  })

  test("another person's is missing", async () => {
    const token = await registered('thief@example.gr')
    const other = await registered('owner@example.gr')
    const [session] = await listed(other)
    expect((await post('/me/sessions/end', { id: session?.id }, token)).status).toBe(404)
    expect(await isAlive(other)).toBe(true)
  })

  test('a new one is told of by letter, a known one and the first of all are not', async () => {
    const email = 'news@example.gr'
    await registered(email)
    await login(email)
    expect(await lettersTo(email, 'new-device')).toHaveLength(0)
    await login(email, person.password, phone)
    await login(email, person.password, phone)
    const letters = await lettersTo(email, 'new-device')
    expect(letters.map(({ props }) => props.device)).toEqual(['Safari · iPhone'])
    await login(email, person.password, phone, { device: 'a mark of its own' })
    expect(await lettersTo(email, 'new-device')).toHaveLength(2)
  })

  test('a session in use is noted, but not at every step', async () => {
    const token = await registered('seen@example.gr')
    const seen = async () => (await site.get('/me/sessions', { token })).body.data.sessions
    const first = await seen()
    const before = now
    now = new Date(before.getTime() + 30 * 60_000)
    expect(await seen()).toEqual(first)
    now = new Date(before.getTime() + 61 * 60_000)
    expect(await seen()).not.toEqual(first)
    now = before
  })
})

/** Tables that know of a person by columns of these names: told in the download, or for a reason not. */
const tellsOfPeople = [
  'registry_id',
  'customer_id',
  'guest_id',
  'email',
  'recipient',
  'to_email',
  'giver_email',
]
const told = [
  ...['customer', 'gift', 'guest', 'handoff', 'handoff_line', 'invitation_content', 'known_device', 'ledger'],
  ...['outbox', 'payout', 'purchase', 'registry', 'registry_change', 'session'],
]
const untold = [
  // Keys that open a door, for an hour or a week.
  ...['co_host_invitation', 'email_confirmation', 'password_reset'],
  // Bookkeeping of what is told: addresses, indexes, sendings, and how far a closing or a letter is.
  ...[
    'closing',
    'closing_notice',
    'search_entry',
    'search_mention',
    'invitation',
    'invitation_email',
    'transfer',
    'negative_balance',
    'slug',
  ],
  // The demonstration's own mailboxes.
  ...['mailbox', 'text_message'],
]

test('a table that tells of people is in the download, or its absence has a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in (${sql.join(tellsOfPeople)})`.execute(site.db)
  expect(rows.map(({ name }) => name).sort()).toEqual([...told, ...untold].sort())
})

describe('my data', () => {
  test('tells everything of the person, and nothing that opens a door', async () => {
    const token = await registered('told@example.gr')
    await registered('stranger@example.gr')
    const { body } = await site.get('/me/data', { token })
    expect(body.data).toMatchObject({
      account: { email: 'told@example.gr', name: 'Ελένη' },
      sessions: [{ agent: laptop }],
      registries: [],
      letters: [{ template: 'welcome' }],
    })
    const said = JSON.stringify(body)
    for (const secret of ['hash', 'argon2', token, 'stranger@']) expect(said).not.toContain(secret)
  })
})
