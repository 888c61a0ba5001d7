import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { calls } from '../../app.ts'

const site = opened(() => testApp({ shop: 'none' }))
let text: string
beforeAll(async () => {
  text = await (await site.app.request('/api/openapi.json')).text()
})

const schema = z.record(z.string(), z.unknown())
const content = z.record(z.string().regex(/^[a-z]+\/[a-z-]+$/), z.strictObject({ schema }))
const response = z.strictObject({ description: z.string().min(1), content })
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['query', 'path']),
  required: z.boolean(),
  schema,
})
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  summary: z.string().min(10),
  security: z.array(z.partialRecord(z.enum(['bearer', 'cookie']), z.tuple([]))),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ content }).optional(),
  responses: z.record(z.string().regex(/^([1-5]\d\d|default)$/), response),
})
const document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.literal('1.0.30') }),
  servers: z.tuple([z.strictObject({ url: z.literal('http://registry.example/api') })]),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post']), operation)),
  components: z.strictObject({ schemas: schema, securitySchemes: schema }),
})

test('is a well-formed OpenAPI 3.1 document', () => {
  const { error } = document.safeParse(JSON.parse(text))
  expect(error?.issues ?? []).toEqual([])
})

test('names every public call once, and no internal one', () => {
  const { paths } = document.parse(JSON.parse(text))
  const said = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const outer = calls
    .filter(one => !one.endpoint.inside)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`)
  expect(said.sort()).toEqual(outer.sort())
})

test('describes input and reply as they are sent over HTTP', () => {
  const { paths } = document.parse(JSON.parse(text))
  const body = paths['/register']?.post?.requestBody?.content['application/json']?.schema
  expect(body).toMatchObject({
    type: 'object',
    required: ['name', 'surname', 'email', 'password', 'repassword'],
    properties: { email: { type: 'string' }, password: { type: 'string' } },
  })
  expect(paths['/me']?.get?.security).toEqual([{ bearer: [] }, { cookie: [] }])
  expect(paths['/login']?.post?.security).toContainEqual({})
  expect(paths['/v2/set-redeem']?.get?.security).toEqual([{ bearer: [] }])
  const reply = paths['/login']?.post?.responses['200']?.content['application/json']?.schema
  expect(reply).toMatchObject({
    required: ['success', 'message', 'data'],
    properties: { data: { required: ['token', 'email', 'name', 'id'] } },
  })
})

test('every reference can be resolved', () => {
  const parsed = document.parse(JSON.parse(text))
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
    expect(Object.keys(parsed.components.schemas)).toContain(name)
  expect([...text.matchAll(/"\$ref":"(?!#\/components\/schemas\/)/g)]).toEqual([])
})

test('summaries cite nothing that their readers don’t have', () => {
  const summaries = calls.map(({ endpoint }) => endpoint.summary)
  expect(summaries.filter(summary => /\bR\d{3}\b|§|section|specif|the same for/i.test(summary))).toEqual([])
})
