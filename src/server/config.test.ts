import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { splitHosts } from './postgres/database-server.ts'
import { settings } from './settings.ts'

const SECRET = 'a'.repeat(32)
const folder = fs.mkdtempSync(join(tmpdir(), 'doron-config-'))

afterAll(() => fs.rmSync(folder, { recursive: true }))

test('nothing needs to be set', () => {
  const config = readConfig({ SECRET })
  expect(config).toMatchObject({ PORT: 3000, SITE_URL: 'http://127.0.0.1:3000' })
  expect(config.SHOP_CHANNELS).toMatchObject({ en: { id: 1 }, el: { id: 1_481_393 } })
  expect(config.DATABASE_URL).toBeUndefined()
})

test('an empty value counts as not set', () => {
  expect(readConfig({ SECRET, PORT: '', SUPPORT_PHONE: ' ', HOST: '0.0.0.0' })).toMatchObject({
    PORT: 3000,
    SUPPORT_PHONE: '+30 210 000 0000',
    SITE_URL: 'http://localhost:3000',
  })
})

test('a port for metrics is this machine’s, or has an address before it', () => {
  const read = (METRICS_PORT: string) => readConfig({ SECRET, METRICS_PORT }).METRICS_PORT
  expect(read('9100')).toEqual({ host: '127.0.0.1', port: 9100 })
  expect(read('10.0.0.5:9100')).toEqual({ host: '10.0.0.5', port: 9100 })
  expect(read('[::1]:9100')).toEqual({ host: '::1', port: 9100 })
  for (const wrong of ['0', '70000', 'there', 'http://10.0.0.5:9100'])
    expect(() => read(wrong)).toThrow('METRICS_PORT must be a port such as 9100')
})

test('a proxy may be trusted with addresses alone, or with traces too', () => {
  const read = (TRUST_PROXY: string) => readConfig({ SECRET, TRUST_PROXY })
  expect(read('false')).toMatchObject({ TRUST_PROXY: false, trustsTraces: false })
  expect(read('true')).toMatchObject({ TRUST_PROXY: true, trustsTraces: false })
  expect(read('traces')).toMatchObject({ TRUST_PROXY: true, trustsTraces: true })
})

test('a slash at the end of an address is removed', () => {
  expect(readConfig({ SECRET, SITE_URL: 'https://lists.example/' }).SITE_URL).toBe('https://lists.example')
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [{ PAYOUT_DAYS: '61' }, 'PAYOUT_DAYS must be a whole number from 0 to 60, not "61".'],
  [{ PENDING_DAYS: '0' }, 'PENDING_DAYS must be a whole number from 1 to 60, not "0".'],
  [{ HOLD_MINUTES: '1.5' }, 'HOLD_MINUTES must be a whole number from 1 to 1440, not "1.5".'],
  [{ SITE_URL: 'lists' }, 'SITE_URL must be a web address such as https://registry.example, not "lists".'],
  [{ HOST: '256.1.1.1' }, 'HOST must be an address of this machine such as 127.0.0.1, not "256.1.1.1".'],
  [{ HOST: 'http://here' }, 'HOST must be an address of this machine such as 127.0.0.1, not "http://here".'],
  [
    { SITE_URL: 'https://lists.example/?lang=el' },
    'SITE_URL must be a web address without a name before its host, and with nothing behind its path, not "https://lists.example/?lang=el".',
  ],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be true, false or traces, not "yes".'],
  [
    { SUPPORT_EMAIL: 'us' },
    'SUPPORT_EMAIL must be an e-mail address such as help@registry.example, not "us".',
  ],
  ...['60-48', '4-48', '8', '8-2000', '-8-64'].map((PASSWORD_LENGTH): [object, string] => [
    { PASSWORD_LENGTH },
    `PASSWORD_LENGTH must be the fewest and the most characters, from 6 to 1024, such as 8-64, not "${PASSWORD_LENGTH}".`,
  ]),
  [
    { SMS_SERVICE: 'http://sms.example/send Bearer hidden' },
    'SMS_SERVICE must begin with https://, because keys travel there.',
  ],
  [{ SECRET: 'short' }, 'SECRET must be at least 32 characters long.'],
  [
    { DATABASE_URL: 'mysql://root:hidden@db' },
    'DATABASE_URL must be an address that begins with postgres://.',
  ],
  [
    { DATABASE_URL: 'postgres://root:hidden@a:5432,b:port/doron' },
    'DATABASE_URL must be an address that begins with postgres://.',
  ],
  [{ HOST_ORDER_TAX: 'some' }, 'HOST_ORDER_TAX must be products or none, not "some".'],
  [
    { TAX_RATES: 'https://tax.example' },
    'TAX_RATES must have the Authorization header that the service asks for after its address.',
  ],
  ...['group:7:8', 'card:0', 'group:7:8:9:x', 'card:1:2'].map((SHOP_PRODUCTS): [object, string] => [
    { SHOP_PRODUCTS },
    `SHOP_PRODUCTS must be group:PRODUCT:OPTION:OPTION:OPTION,card:PRODUCT,made:PRODUCT, with the numbers that the store gave, not "${SHOP_PRODUCTS}".`,
  ]),
  [
    { ANNOUNCEMENT: 'Sale' },
    'ANNOUNCEMENT must begin each of its parts with en: or el: or path:, not "Sale".',
  ],
  [
    { ANNOUNCEMENT: 'en:Sale,path://evil.example' },
    'ANNOUNCEMENT must have an address of this site such as /discover-more after path:, not "en:Sale,path://evil.example".',
  ],
  [
    { SOCIAL: 'https://instagram.com.evil.example/shop' },
    'SOCIAL must be addresses at Facebook, Instagram, Pinterest, TikTok, YouTube, with commas between, not "https://instagram.com.evil.example/shop".',
  ],
  [{ PASSWORD_MIN: '8' }, 'PASSWORD_MIN is no setting any more; it is part of PASSWORD_LENGTH.'],
  [{ SHOP_TOKEN_EN: 'hidden' }, 'SHOP_TOKEN_EN is no setting any more; it is part of SHOP_CHANNELS.'],
])('%o is refused in one sentence that contains no secret', (env, message) => {
  expect(() => readConfig({ SECRET, ...env })).toThrow(new ConfigError(message))
})

test('services, social pages, products and the announcement are read into their parts', () => {
  const config = readConfig({
    SECRET,
    SMS_SERVICE: 'https://sms.example/send',
    TAX_RATES: 'https://tax.example/ Basic abc',
    SOCIAL: 'https://youtu.be/shop, https://www.facebook.com/shop/',
    SHOP_PRODUCTS: 'group:7:8:9:10,card:11',
    ANNOUNCEMENT: 'en:Free delivery, all of May,path:/discover-more',
  })
  expect(config).toMatchObject({
    SMS_SERVICE: { url: 'https://sms.example/send', authorization: undefined },
    TAX_RATES: { url: 'https://tax.example', authorization: 'Basic abc' },
    SOCIAL: [
      { name: 'Facebook', url: 'https://www.facebook.com/shop' },
      { name: 'YouTube', url: 'https://youtu.be/shop' },
    ],
    SHOP_PRODUCTS: { group: { productId: 7, options: { product: 8, variant: 9, reference: 10 } }, card: 11 },
    ANNOUNCEMENT: { texts: { en: 'Free delivery, all of May', el: '' }, path: '/discover-more' },
  })
})

test('the address of a database may name several servers', () => {
  const DATABASE_URL = 'postgres://doron:p,a@s@a:5432,[::1]:5433,c/doron?sslmode=require'
  expect(readConfig({ SECRET, DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  expect(splitHosts(DATABASE_URL)).toEqual(
    ['a:5432', '[::1]:5433', 'c'].map(host => `postgres://doron:p,a@s@${host}/doron?sslmode=require`),
  )
})

test('the address of the storefront API may contain store and channel', () => {
  const SHOP_GRAPHQL_URL = 'https://{store}.shops.example/{channel}/graphql'
  expect(readConfig({ SECRET, SHOP_GRAPHQL_URL }).SHOP_GRAPHQL_URL).toBe(SHOP_GRAPHQL_URL)
  expect(() => readConfig({ SECRET, SHOP_GRAPHQL_URL: 'none' })).toThrow(
    'SHOP_GRAPHQL_URL must be a web address',
  )
})

test('all wrong values are named at once', () => {
  const read = () => readConfig({ SECRET, PORT: 'a', LOG_LEVEL: 'loud' })
  expect(read).toThrow(/^PORT must .*\nLOG_LEVEL must .*$/)
})

test('a store without its keys is refused, and each missing one is named', () => {
  const read = () => readConfig({ SECRET, SHOP_STORE_HASH: 'abc', SHOP_ACCESS_TOKEN: 'x' })
  expect(read).toThrow('SHOP_WEBHOOK_SECRET must be set when SHOP_STORE_HASH is.')
  expect(read).toThrow(
    'SHOP_PRODUCTS must have group:PRODUCT:OPTION:OPTION:OPTION when SHOP_STORE_HASH is set.',
  )
  expect(read).not.toThrow('SHOP_ACCESS_TOKEN')
})

test('a data folder that can’t be created is refused', () => {
  expect(() => readConfig({ DATA_DIR: join(import.meta.filename, 'data') })).toThrow(
    /^DATA_DIR can't be used: ENOTDIR/,
  )
})

test('the signing key is created once and readable by its owner alone', () => {
  const DATA_DIR = join(folder, 'data')
  const first = readConfig({ DATA_DIR }).SECRET
  expect(first).toHaveLength(43)
  expect(readConfig({ DATA_DIR }).SECRET).toBe(first)
  expect(fs.statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test('a new signing key leaves the key of digests as it was, unless it is named', () => {
  const [old, older] = ['o', 'p'].map(letter => letter.repeat(32))
  expect(readConfig({ SECRET })).toMatchObject({ SECRET_PREVIOUS: [], DIGEST_SECRET: SECRET })
  const rotated = { SECRET, SECRET_PREVIOUS: `${old}, ${older}` }
  expect(readConfig(rotated)).toMatchObject({ SECRET_PREVIOUS: [old, older], DIGEST_SECRET: older })
  expect(readConfig({ ...rotated, DIGEST_SECRET: old }).DIGEST_SECRET).toBe(old)
  expect(() => readConfig({ SECRET, SECRET_PREVIOUS: `${old},short` })).toThrow(
    'SECRET_PREVIOUS must have at least 32 characters between its commas.',
  )
})

test('docs/operating.md lists every setting with its default, and no other', () => {
  const page = fs.readFileSync('docs/operating.md', 'utf8')
  const table = [...page.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)]
  // OpenTelemetry's own variables are read by its package, if at all.
  const rows = table
    .map(([, key, value]) => [key, value?.trim()])
    .filter(([key]) => !key?.startsWith('OTEL_'))
  expect(rows.map(([key]) => key).sort()).toEqual(Object.keys(settings.shape).sort())
  const defaults = readConfig({ SECRET }) as Record<string, unknown>
  const documented = rows.filter(([, value]) => value?.startsWith('`'))
  for (const [key, value] of documented) expect(`${key} \`${defaults[key!]}\``).toBe(`${key} ${value}`)
})
