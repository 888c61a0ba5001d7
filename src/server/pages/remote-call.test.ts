import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { register } from '../../account/registration.contract.ts'
import { login, logout } from '../../account/session.contract.ts'
import { getAccount } from '../../account/settings.contract.ts'
import type { AppError } from '../../base/app-error.ts'
import { remoteCall } from './page-calls.ts'

const site = opened(() => testApp({ shop: 'none', env: { TRUST_PROXY: 'true', ALLOWED_HOSTS: '127.0.0.1' } }))
let server: Server
let url: string
beforeAll(async () => {
  server = createServer(getRequestListener(site.app.fetch))
  url = await listening(server)
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
})

async function listening(one: Server): Promise<string> {
  await new Promise<void>(done => one.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}

const callAs = (token: string | null, address = '192.0.2.44', language: 'en' | 'el' = 'en') =>
  remoteCall({ url: `${url}/api`, language, token, address, userAgent: 'Tests/1' })

const refusal = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.unreachable(),
    error => error,
  )

const anna = {
  email: 'anna@example.gr',
  password: 'abcdef',
  repassword: 'abcdef',
  name: 'Άννα',
  surname: 'Βελή',
}

test('register, me and logout, all over HTTP', async () => {
  const { token, id } = await callAs(null, undefined, 'el')(register, anna)
  const person = await callAs(token)(getAccount, {})
  expect(person).toMatchObject({ id, email: 'anna@example.gr', name: 'Άννα', surname: 'Βελή', phone: null })
  const letter = await site.db.selectFrom('outbox').select('language').executeTakeFirstOrThrow()
  expect(letter.language).toBe('el')
  await callAs(token)(logout, {})
  expect(await refusal(callAs(token)(getAccount, {}))).toMatchObject({ code: 'refused_signin', status: 401 })
})

test('an error is thrown as the same AppError, with the keys of its fields', async () => {
  const wrong = await refusal(callAs(null)(register, { ...anna, password: 'abc', name: 'A' }))
  expect(wrong).toMatchObject({
    name: 'AppError',
    code: 'refused_fields',
    status: 422,
    fields: {
      password: 'account_password_short',
      repassword: 'account_passwords_differ',
      name: 'name_short',
    },
  })
  expect(await refusal(callAs(null)(register, anna))).toMatchObject({
    code: 'account_email_taken',
    status: 409,
  })
})

test('rate limits count for the visitor, not for the server of the pages', async () => {
  const guess = (address: string, nobody: number) =>
    refusal(callAs(null, address)(login, { email: `nobody${nobody}@example.gr`, password: 'wrong' }))
  for (let i = 0; i < 30; i++) expect((await guess('198.51.100.3', i)).status).toBe(401)
  expect(await guess('198.51.100.3', 30)).toMatchObject({ code: 'refused_often', status: 429 })
  expect((await guess('198.51.100.4', 31)).status).toBe(401)
})

test.each<[string, (end: (status: number, body: string) => void) => void, object]>([
  ['a page of a proxy', end => end(502, '<h1>Bad gateway</h1>'), { code: 'refused_away', status: 503 }],
  ['an answer of another shape', end => end(200, '{"data":{"token":7}}'), { name: 'Error' }],
  ['a redirect', end => end(302, ''), { code: 'refused_away', status: 503 }],
])('%s is no valid answer', async (_, answer, expected) => {
  const stranger = createServer((_, reply) =>
    answer((status, body) => reply.writeHead(status, { location: '/' }).end(body)),
  )
  try {
    const call = remoteCall({
      url: await listening(stranger),
      language: 'en',
      token: null,
      address: '',
      userAgent: '',
    })
    expect(await refusal(call(login, { email: anna.email, password: 'abcdef' }))).toMatchObject(expected)
  } finally {
    stranger.close()
  }
})

test.each<[string, number, object, { sentence: string; body?: string }]>([
  [
    'a text as data',
    422,
    { message: 'Not registered', data: 'Mail known' },
    { sentence: 'Not registered', body: 'Mail known' },
  ],
  [
    'a sentence as error',
    409,
    { message: 'No', data: { error: 'Mail known' } },
    { sentence: 'No', body: 'Mail known' },
  ],
  ['a message alone', 400, { message: 'Not today' }, { sentence: 'Not today' }],
  ['a single word', 400, { message: 'Closed', data: {} }, { sentence: 'Closed' }],
])('the sentence of an API without codes is passed on: %s', async (_, status, body, lines) => {
  const stranger = createServer((_, reply) => reply.writeHead(status).end(JSON.stringify(body)))
  const url = await listening(stranger)
  const call = remoteCall({ url, language: 'en', token: null, address: '', userAgent: '' })
  expect(await refusal(call(register, anna))).toMatchObject({
    code: lines.body ?? lines.sentence,
    status,
    detail: lines,
  })
  stranger.close()
})

test('a failure of the API keeps the number of its log line; a refusal has none', async () => {
  let status = 500
  const data = { error: 'Unknown', code: 'refused_unexpected', reference: '0A1B2C3D' }
  const failing = createServer((_, reply) => reply.writeHead(status).end(JSON.stringify({ data })))
  const url = await listening(failing)
  const call = remoteCall({ url, language: 'en', token: null, address: '', userAgent: '' })
  expect(await refusal(call(getAccount, {}))).toMatchObject({ status, detail: { reference: '0A1B2C3D' } })
  status = 409
  expect((await refusal(call(getAccount, {}))).detail).toEqual({ sentence: 'Unknown' })
  failing.close()
})

test('a refusal that says nothing is an unknown error', async () => {
  const silent = createServer((_, reply) => reply.writeHead(409).end('{"success":false}'))
  const url = await listening(silent)
  const call = remoteCall({ url, language: 'en', token: null, address: '', userAgent: '' })
  expect(await refusal(call(getAccount, {}))).toMatchObject({ code: 'unknown_error', status: 409 })
  silent.close()
})

test('an API that does not answer is refused_away', async () => {
  const call = remoteCall({
    url: 'http://127.0.0.1:1',
    language: 'en',
    token: null,
    address: '',
    userAgent: '',
  })
  expect(await refusal(call(getAccount, {}))).toMatchObject({ code: 'refused_away', status: 503 })
})
