import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { demoMailboxRoutes } from '../demo/pages.ts'
import { createSmsSender } from '../server/email/email-sender.ts'
import { sendSms } from './sms.contract.ts'
import { findSingleMessage, isCheaperInCapitals, measureSms, toUnaccentedCapitals } from './sms.rules.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
  registry = await aRegistry(app, host)
})

const send = (phone: string, message = 'Η λίστα μας: https://doron.test/x?lang=el', more: object = {}) =>
  app.call<{ parts: number } & Partial<Refused>>(
    sendSms,
    { registry_id: registry.code, phone, message, ...more },
    { as: host.token },
  )
const messages = () => app.db.selectFrom('text_message').selectAll().orderBy('received_at').execute()

describe('the text that is offered', () => {
  const url = 'https://doron.example/registry/ABEZ-HKMN-PTYX?lang=el'

  test('is one message in capitals for every name in Greek letters', () => {
    for (const name of [
      'Ελένη & Γιώργος',
      'Ω'.repeat(30),
      'Μαρία-Ελένη & Παναγιώτης Αθ. Κ.',
      'Νεφέλη’s 30ά',
    ]) {
      const text = findSingleMessage([`Η λίστα δώρων μας, ${name}: ${url}`, `${name}: ${url}`, url])
      expect([text.includes(name), measureSms(toUnaccentedCapitals(text)).parts]).toEqual([true, 1])
    }
  })

  test('begins in capitals where they make fewer messages, and only there', () => {
    expect(isCheaperInCapitals(`Η λίστα δώρων μας, Ελένη & Γιώργος: ${url}`)).toBe(true)
    expect(isCheaperInCapitals('Η λίστα μας')).toBe(false)
    expect(isCheaperInCapitals(`Our gift registry, Eleni & George: ${url}`)).toBe(false)
    // One letter of another script makes the whole message expensive, in capitals too.
    expect(isCheaperInCapitals(`Η λίστα δώρων μας, Ж: ${url}`)).toBe(false)
  })

  test('loses its words, then the name, when the address leaves no room', () => {
    const longUrl = `https://doron.example/${'a'.repeat(120)}`
    const texts: [string, ...string[]] = [
      `Η λίστα δώρων μας, Ελένη: ${longUrl}`,
      `Ελένη: ${longUrl}`,
      longUrl,
    ]
    expect(findSingleMessage(texts)).toBe(texts[1])
    expect(findSingleMessage(['Ж'.repeat(80), 'Ж'.repeat(75), 'abc'])).toBe('abc')
    expect(findSingleMessage(['Ж'.repeat(80), 'Ж'.repeat(75)])).toBe('Ж'.repeat(75))
  })
})

describe('the length of a text', () => {
  test.each([
    ['a'.repeat(160), 'latin', 160, 1, 0],
    ['a'.repeat(161), 'latin', 161, 2, 145],
    ['α'.repeat(70), 'greek', 70, 1, 0],
    ['α'.repeat(71), 'greek', 71, 2, 63],
    ['[€]', 'latin', 6, 1, 154],
    ['ΓΔ', 'latin', 2, 1, 158],
  ])('%s', (text, alphabet, characters, parts, charactersLeft) => {
    expect(measureSms(text)).toEqual({ alphabet, characters, parts, charactersLeft })
  })

  test('unaccented capitals fit into the 7-bit alphabet, and web addresses are kept', () => {
    const text = toUnaccentedCapitals('Ελένη & Γιώργος, σας περιμένουμε! Ϊ https://doron.test/Αb?x=ά é')
    expect(text).toBe('EΛENH & ΓIΩPΓOΣ, ΣAΣ ΠEPIMENOYME! I https://doron.test/Αb?x=ά é')
    expect(measureSms(toUnaccentedCapitals('Ελένη & Γιώργος, σας περιμένουμε!')).alphabet).toBe('latin')
  })
})

test('a message is sent by the outbox, once', async () => {
  expect(await send('694 400 0001')).toMatchObject({ status: 200, success: true, data: { parts: 1 } })
  await app.job('emails')
  await app.job('emails')
  expect(await messages()).toMatchObject([
    { recipient: '+306944000001', body: 'Η λίστα μας: https://doron.test/x?lang=el' },
  ])
  expect(await (await demoMailboxRoutes(app.db).request('/dev/sms')).text()).toContain('+306944000001')
})

test.each([
  ['a premium number', '+309010000000', 'sms_phone_wrong'],
  ['a land line', '2101234567', 'sms_phone_wrong'],
  ['another country', '+447911123456', 'sms_country'],
  ['nothing', 'abc', 'sms_phone_wrong'],
])('%s gets no message', async (_, phone, key) => {
  const { status, data } = await send(phone)
  expect([status, data.keys]).toEqual([422, { phone: key }])
})

test('a number gets two messages a day, and a host sends no more than their parts', async () => {
  await send('6944000002')
  await send('6944000002', 'Άλλο')
  expect((await send('6944000002', 'Τρίτο')).status).toBe(429)
  const statuses = []
  for (let count = 0; count < 25; count++) statuses.push((await send(`69440001${count + 10}`)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('the provider gets the same reference at every try; what it rejects is not tried again', async () => {
  const requests: unknown[] = []
  const answers = [503, 400]
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      requests.push({ ...JSON.parse(body), by: request.headers.authorization })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as { port: number }
  const config = {
    ...app.config,
    SMS_SERVICE: { url: `http://127.0.0.1:${port}/send`, authorization: 'Key x' },
  }
  const sendSmsMessage = createSmsSender({ config, db: app.db })
  const message = { messageId: '<1@doron.test>', to: '+306944000003', text: 'Γεια' }
  await expect(sendSmsMessage(message)).rejects.not.toHaveProperty('responseCode')
  await expect(sendSmsMessage(message)).rejects.toHaveProperty('responseCode', 550)
  await sendSmsMessage(message)
  server.close()
  const request = { to: message.to, from: 'Doron', text: 'Γεια', reference: message.messageId, by: 'Key x' }
  expect(requests).toEqual([request, request, request])
})

test('a provider that does not answer in time is tried again later', async () => {
  const { createServer } = await import('node:http')
  const server = createServer(() => {})
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as { port: number }
  const sendSmsMessage = createSmsSender(
    {
      config: { ...app.config, SMS_SERVICE: { url: `http://127.0.0.1:${port}/`, authorization: undefined } },
      db: app.db,
    },
    50,
  )
  const message = { messageId: '<2@doron.test>', to: '+306944000004', text: 'Γεια' }
  await expect(sendSmsMessage(message)).rejects.not.toHaveProperty('responseCode')
  server.closeAllConnections()
  server.close()
})
