import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '../../base/app-error.ts'
import type { Endpoint } from '../../base/endpoint.ts'
import { handle } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { createPageCall, toReportedError } from './page-calls.ts'

const request = new Request('http://registry.example/')
const endpoint = (method: 'GET' | 'POST') =>
  ({
    method,
    path: '/twice',
    who: 'anyone',
    summary: '',
    input: z.object({}),
    reply: z.string(),
  }) as const satisfies Endpoint
const ctx = (config: object) =>
  ({
    config: { SITE_URL: 'http://registry.example', ...config },
    language: 'en',
    address: '',
    userAgent: '',
  }) as RequestContext

function pageCallOptions(handlers: ReturnType<typeof handle>[]) {
  const logged: (string | undefined)[] = []
  const reportError = (_: unknown, knownReference?: string) => void logged.push(knownReference)
  const outcome = { savesFormDraft: false, document: null, isHiddenFromSearch: false, tooManyRequests: null }
  return { handlers, outcome, reference: 'FFFFFFFF', reportError, logged, translate: (key: string) => key }
}

test('a page calls the handler of the method when two share a path', async () => {
  const [get, post] = [endpoint('GET'), endpoint('POST')]
  const options = pageCallOptions([handle(get, async () => 'read'), handle(post, async () => 'written')])
  const call = createPageCall(ctx({}), request, options)
  expect([await call(get, {}), await call(post, {})]).toEqual(['read', 'written'])
})

test('a page that staff look at for somebody else is answered no call that changes anything', async () => {
  const done: string[] = []
  const answering = (one: Endpoint, name: string) =>
    handle(one as ReturnType<typeof endpoint>, async () => {
      done.push(name)
      return name
    })
  const reading = { ...endpoint('POST'), path: '/reads', reads: true }
  const bearing = { ...endpoint('GET'), path: '/bears', bearer: true }
  const [get, post] = [endpoint('GET'), endpoint('POST')]
  const options = pageCallOptions([
    answering(get, 'get'),
    answering(post, 'post'),
    answering(reading, 'reading'),
    answering(bearing, 'bearing'),
  ])
  // The API elsewhere knows no session of the person whose page is shown.
  const seen = { ...ctx({ REGISTRY_API_URL: 'http://nowhere.example' }), isReadOnly: true } as RequestContext
  const call = createPageCall(seen, request, options)
  for (const one of [get, reading]) await call(one, {})
  for (const one of [post, bearing])
    await expect(call(one, {})).rejects.toMatchObject({ code: 'refused_missing', status: 404 })
  expect(done).toEqual(['get', 'reading'])
})

test('a failure is logged once, under the reference that the page shows', async () => {
  const failing = endpoint('GET')
  const options = pageCallOptions([
    handle(failing, async () => {
      throw new TypeError('the cupboard is bare')
    }),
  ])
  const error = await createPageCall(ctx({}), request, options)(failing, {}).catch(thrown => thrown)
  expect(error).toMatchObject({ status: 500, detail: { reference: 'FFFFFFFF' } })
  expect(toReportedError(error, options)).toBe(error)
  expect(options.logged).toEqual([undefined])
})

test('a failure of a remote API is logged once, under its own reference', async () => {
  const body = { data: { code: 'refused_unexpected', reference: '0A1B2C3D' } }
  const server = createServer((_, reply) => reply.writeHead(500).end(JSON.stringify(body)))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const options = pageCallOptions([])
  const remote = ctx({ REGISTRY_API_URL: `http://127.0.0.1:${port}` })
  const error = await createPageCall(remote, request, options)(endpoint('GET'), {}).catch(thrown => thrown)
  server.close()
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ status: 500, detail: { reference: '0A1B2C3D' } })
  expect(toReportedError(error, options)).toBe(error)
  expect(options.logged).toEqual(['0A1B2C3D'])
})

test('a refusal carries its sentences, and no key without a message', async () => {
  const refusing = endpoint('POST')
  const texts: Record<string, string> = {
    too_late: 'Too late',
    too_late_body: 'It closed yesterday.',
    name_short: 'The name is short',
    field_wrong: 'Please check this',
  }
  const fields = { name: 'name_short', list: 'no_such_key', more: 'That is taken by somebody else.' }
  const options = {
    ...pageCallOptions([
      handle(refusing, async () => {
        throw new AppError('too_late', 409, { fields })
      }),
    ]),
    translate: (key: string) => texts[key] ?? key,
  }
  const error = await createPageCall(ctx({}), request, options)(refusing, {}).catch(thrown => thrown)
  expect(error).toMatchObject({
    code: 'too_late',
    status: 409,
    fields: { name: 'The name is short', list: 'Please check this', more: 'That is taken by somebody else.' },
    detail: { sentence: 'Too late', body: 'It closed yesterday.', keys: fields },
  })
  expect(toReportedError(error, options)).toBe(error)
})
