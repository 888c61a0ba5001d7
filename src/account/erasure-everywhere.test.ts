import { sql } from 'kysely'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { anAccount, codeInEmail, markConfirmed, person } from '../../test/account-client.ts'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { receiveMail } from '../../test/mail-server.ts'
import { opened } from '../../test/opened.ts'
import { handOff, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { allLetters } from '../app/letters.ts'
import { foldText } from '../base/greek/fold.ts'
import { phoneticSearchKeys } from '../base/greek/phonetic-keys.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { sharePicturePath } from '../invitation/share/share.rules.ts'
import { saveRegistry } from '../registry/registry.contract.ts'
import { searchRegistries } from '../registry/search/search.contract.ts'
import { updateRegistry } from '../registry/settings.contract.ts'
import { createEmailTransport, sendDueEmails } from '../server/email/email-sender.ts'
import { findRows, getRow, insertRow } from '../server/postgres/rows.ts'
import { sendContactMessage } from '../site/contact.contract.ts'
import { confirmEmailChange, requestEmailChange } from './email-change/email-change.contract.ts'
import { deactivateAccount, exportPersonalData } from './settings.contract.ts'

const app = opened(() => testApp())

const { password } = person
const days = 24 * 60

interface Person {
  email: string
  /** Names and words that occur nowhere else in the database. */
  name: string
  surname: string
  words: string
}

async function addPhoto(registry: string, alt: string, token: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id: registry, role: 'letter', alt })) form.set(name, value)
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#821a2d' } })
  form.set('picture', new File([new Uint8Array(await picture.png().toBuffer())], 'a.png'))
  const request = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form }
  expect((await app.app.request('/api/registry/photo/add', request)).status).toBe(200)
}

/** Makes an account with a registry, and what the person did elsewhere without signing in. */
async function aPersonWithData(
  { email, name, surname, words }: Person,
  { isConfirmed = true, sendEmails = () => app.job('emails') } = {},
) {
  const account = await anAccount(app, email, { name, surname })
  if (isConfirmed) await markConfirmed(app, email)
  const draft = {
    type: 'wedding',
    name,
    surname,
    registry_name: `Του ${surname}`,
    guest_count: 20,
    terms: true,
    registry_date: '2027-06-19',
    registry_status: 'public',
    message: words,
    greeting: words,
    event_place: 'Ναύπλιο',
    same_as_home: true,
    home_address: {
      street: `Οδός ${surname} 1`,
      country: 'GR',
      region: 'GR-J',
      city: surname,
      postcode: '21100',
      phone: '2752000000',
    },
  }
  const { data: made } = await app.call<{ id: string }>(saveRegistry, draft, { as: account.token })
  const more = { id: made.id, family_line: words, english_greeting: words, afterword: words }
  expect((await app.call(updateRegistry, more, { as: account.token })).status).toBe(200)
  if (isConfirmed) await addPhoto(made.id, words, account.token)
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry)
  const lines = [{ ...lineOf(gift, { units: 1 }), message: words }]
  const { cartId } = await handOff(app, registry, lines, { giver_name: `${name} ${surname}`, message: words })
  await app.shop.actions.pay(cartId, { email: email.toUpperCase() })
  await app.job('order-sync')
  const note = { name: `${name} ${surname}`, email, message: `${words}, και πότε έρχεται;` }
  expect((await app.call(sendContactMessage, note)).status).toBe(200)
  await app.db
    .insertInto('guest')
    .values({
      registry_id: registry.id,
      name: `${name} ${surname}`,
      email,
      email_key: email,
      people: 1,
      language: 'el',
      reply: 'coming',
      coming_count: 1,
      reply_message: words,
    })
    .execute()
  await app.job('search-index')
  await sendEmails()
  return { ...account, gift }
}

async function leave(account: { token: string }) {
  expect((await app.call(deactivateAccount, { password }, { as: account.token })).status).toBe(200)
  app.later(14 * days)
  await app.job('account-deadlines')
  await app.job('emails')
  await app.job('account-deadlines')
  await app.job('search-index')
  await app.job('retention')
}

/** Tables of both schemas with a row that contains one of the words, whatever its case and accents. */
async function tablesWith(words: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; columns: string[] }>`
    select format('%I.%I', table_schema, table_name) as table,
      array_agg(format('%I::text', column_name)) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'search_twin') and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector') or domain_name is not null)
    group by 1 order by 1`.execute(app.db)
  expect(columns.length).toBeGreaterThan(60)
  const found = []
  for (const { table, columns: all } of columns) {
    const { rows } = await sql<{ text: string | null }>`
      select concat_ws(' ', ${sql.raw(all.join(', '))}) as text from ${sql.raw(table)}`.execute(app.db)
    const text = foldText(rows.map(row => row.text).join('\n'))
    if (words.some(word => text.includes(foldText(word)))) found.push(table)
  }
  // The mailbox with the hosts' letter exists only in a demonstration.
  return found.filter(table => table !== 'public.mailbox')
}

/** The mail server refuses all that waits, so that the outbox keeps it. */
const refuseEmails = async () => {
  await receiveMail(
    async SMTP_URL => {
      const config = { ...app.config, SMTP_URL }
      const sender = { config, db: app.db, log: pino({ level: 'silent' }), now: app.clock.now }
      const transport = createEmailTransport(sender)
      while ((await sendDueEmails({ ...sender, transport, letters: allLetters })) > 0);
    },
    { refuses: true },
  )
}

/** The person's words, and the sound keys of the surname in the search index. */
const tracesOf = ({ email, name, surname, words }: Person) => [
  ...[email, name, surname, words],
  ...phoneticSearchKeys(surname)
    .split(' ')
    .filter(key => key.length > 5),
]

test('an account that is erased leaves no word of its owner in any column of any table', async () => {
  const owner = {
    email: 'zinovia@mailbox.example',
    name: 'Ζηνώ',
    surname: 'Κουρκουμπέτα',
    words: 'με όλη τη λαχτάρα μου',
  }
  const account = await aPersonWithData(owner)
  const before = await tablesWith(tracesOf(owner))
  for (const table of [
    'purchase',
    'handoff',
    'handoff_line',
    'contact_message',
    'guest',
    'page_photo',
    'search_word',
    'search_prefix',
  ])
    expect(before).toContain(`public.${table}`)
  expect(before).toContain('public.staff_search_entry')
  // A picture has the words as well, where no search finds them.
  const { code } = await getRow(app.db, 'registry', { customer_id: account.id }, ['code'])
  expect((await app.request(sharePicturePath(code, 'el', 1))).status).toBe(200)
  const sharePictures = app.db.selectFrom('share_picture').select('key')
  expect(await sharePictures.execute()).toHaveLength(1)
  await leave(account)
  expect(await sharePictures.execute()).toEqual([])
  expect(await tablesWith(tracesOf(owner))).toEqual([])
  expect(await app.db.selectFrom('picture').select('name').execute()).toEqual([])
  expect(await purchasesOf(app, account.gift)).toMatchObject([{ state: 'paid', units: 1 }])
  // Other registries are still found.
  await aPersonWithData({
    email: 'other@mailbox.example',
    name: 'Μαρίκα',
    surname: 'Παπαδιαμαντίδου',
    words: 'καλά στέφανα',
  })
  await app.job('retention')
  const { data } = await app.call<object[]>(searchRegistries, { q: 'Παπαδιαμαντίδου' })
  expect(data).toHaveLength(1)
})

test('what its owner wrote with a gift, to all and with each, is in their download', async () => {
  const account = await anAccount(app, 'giver@mailbox.example')
  const registry = await aRegistry(app, await aHost(app))
  const line = { ...lineOf(await aGift(app, registry), { units: 1 }), message: 'για το βάζο' }
  const words = { registry_id: registry.code, line_items: [line], giver_name: 'Φαίδρα', message: 'Να ζήσετε' }
  expect((await app.call(createCart, words, { as: account.token })).status).toBe(200)
  const { data } = await app.call<object>(exportPersonalData, {}, { as: account.token })
  expect(data).toMatchObject({ given: [{ message: 'Να ζήσετε', gift_message: 'για το βάζο' }] })
})

test('nor do letters to others that the mail server has refused', async () => {
  const owner = {
    email: 'polyxeni@mailbox.example',
    name: 'Πολυξένη',
    surname: 'Τσιτσιμπίκου',
    words: 'με το καλό να σμίξετε',
  }
  const account = await aPersonWithData(owner, { sendEmails: refuseEmails })
  const registry = await getRow(app.db, 'registry', { customer_id: account.id }, ['id', 'code'])
  const gift = await aGift(app, registry)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  await app.shop.actions.pay(cartId, { email: 'friend@mailbox.example' })
  await app.job('order-sync')
  await refuseEmails()
  const failed = app.db
    .selectFrom('outbox')
    .select(['template', 'props'])
    .where('state', '=', 'failed')
    .where('template', 'in', ['gift-given', 'gift-thanks', 'contact'])
    .orderBy('id')
  const traces = new RegExp(`${owner.surname}|${owner.words}`)
  const about = (await failed.execute()).filter(({ props }) => traces.test(JSON.stringify(props)))
  expect(new Set(about.map(({ template }) => template))).toEqual(
    new Set(['gift-given', 'gift-thanks', 'contact']),
  )
  await leave(account)
  // Takes the host out of the order's note in the shop.
  await app.job('shop-tasks')
  expect(await tablesWith(tracesOf(owner))).toEqual([])
  // The hosts can still be told of the gift.
  const given = (await failed.execute()).filter(({ template }) => template === 'gift-given')
  expect(given).toMatchObject([{ props: { giver: '', message: '', gifts: [{ units: 1 }] } }])
})

test('an e-mail that was never confirmed proves nothing: what its owner wrote stays', async () => {
  const victim = {
    email: 'victim@mailbox.example',
    name: 'Θεοπίστη',
    surname: 'Μπαρμπαρίγου',
    words: 'να ζήσετε χίλια χρόνια',
  }
  const account = await aPersonWithData(victim, { isConfirmed: false })
  await leave(account)
  const left = await tablesWith([victim.words])
  for (const table of ['purchase', 'handoff', 'contact_message', 'guest'])
    expect(left).toContain(`public.${table}`)
})

test('no letter stays to an address that the account had before or asked for, unless another account has it now', async () => {
  const [earlier, later, asked] = [
    'earlier@mailbox.example',
    'later@mailbox.example',
    'asked@mailbox.example',
  ]
  const account = await anAccount(app, earlier)
  await markConfirmed(app, earlier)
  const as = account.token
  const ask = (email: string) => app.call(requestEmailChange, { email, password }, { as })
  const confirm = async (email: string) =>
    app.call(confirmEmailChange, { code: await codeInEmail(app, email, 'email-change-confirm'), password })
  for (const email of [later, 'taken@mailbox.example', 'last@mailbox.example']) {
    expect((await ask(email)).status).toBe(200)
    expect((await confirm(email)).status).toBe(200)
  }
  expect((await ask(asked)).status).toBe(200)
  await insertRow(app.db, 'outbox', {
    cause: 'of somebody else',
    template: 'contact',
    language: 'el',
    recipient: asked,
    props: '{}',
    message_id: 'x',
    state: 'sent',
    created_at: app.clock.now,
  })
  app.later(4 * days)
  await anAccount(app, 'taken@mailbox.example')
  expect(await tablesWith([earlier, later, asked])).toEqual(['public.email_change', 'public.outbox'])
  await leave(account)
  expect(await tablesWith([earlier, later, 'last@mailbox.example'])).toEqual([])
  const left = await findRows(app.db, 'outbox', { where: { recipient: asked }, columns: ['cause'] })
  expect(left).toEqual([{ cause: 'of somebody else' }])
  expect(await findRows(app.db, 'outbox', { where: { recipient: 'taken@mailbox.example' } })).not.toEqual([])
})
