import { expect, test } from 'vitest'
import { keyedDigest, type SigningPurpose, signText, verifySignedText } from './signing.ts'

const SECRET = 's'.repeat(32)
const secrets = { SECRET, SECRET_PREVIOUS: [] }
const now = new Date('2026-11-22T10:00:00Z')
const soon = new Date('2026-11-22T11:00:00Z')
const purposes: SigningPurpose[] = [
  'cookie my_gift',
  'cookie reset',
  'giver link',
  'reply link',
  'stop link',
  'hand-off reference',
]

test.each(['12', 'Ελένη & Γιώργος', '{"path":"/a.b.c","values":{}}', 'a.b.c.d', ' ', 'ab'.repeat(2000)])(
  'what was signed is read: %s',
  text => {
    const signed = signText('cookie notice', text, secrets, soon)
    expect(signed).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]{22}$/)
    expect(verifySignedText('cookie notice', signed, secrets, now)).toBe(text)
  },
)

test('a signature for one purpose is refused for every other one', () => {
  for (const purpose of purposes) {
    const signed = signText(purpose, '12', secrets, null)
    const accepting = purposes.filter(other => verifySignedText(other, signed, secrets, now) !== null)
    expect(accepting).toEqual([purpose])
  }
})

test('a signature that has expired is refused, and its end can’t be moved', () => {
  const signed = signText('reply link', '12', secrets, soon)
  expect(verifySignedText('reply link', signed, secrets, soon)).toBeNull()
  const [id, , ...rest] = signed.split('.')
  for (const expiry of ['0', 'zzzzzz', '', '-1', 'NaN'])
    expect(verifySignedText('reply link', [id, expiry, ...rest].join('.'), secrets, now)).toBeNull()
})

test('no changed character is accepted', () => {
  const signed = signText('giver link', 'a1', secrets, null)
  for (let at = 0; at < signed.length; at++) {
    const changed = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1)
    expect(verifySignedText('giver link', changed, secrets, now)).toBeNull()
  }
  for (const other of ['', '.', '...', `${signed}.`, `${signed}.x`, `.${signed}`, signed.slice(0, -1)])
    expect(verifySignedText('giver link', other, secrets, now)).toBeNull()
})

test('a former secret is accepted as long as it is listed, and signs nothing new', () => {
  const signed = signText('reply link', '12', secrets, null)
  const rotated = { SECRET: 'n'.repeat(32), SECRET_PREVIOUS: ['o'.repeat(32), SECRET] }
  expect(verifySignedText('reply link', signed, rotated, now)).toBe('12')
  expect(verifySignedText('reply link', signed, { ...rotated, SECRET_PREVIOUS: [] }, now)).toBeNull()
  expect(verifySignedText('reply link', signText('reply link', '12', rotated, null), secrets, now)).toBeNull()
})

test('a text that would inflate without end is refused though it is signed', () => {
  const large = signText('cookie notice', ' '.repeat(100_000), secrets, null)
  expect(verifySignedText('cookie notice', large, secrets, now)).toBeNull()
})

test('digests differ by purpose and by secret', () => {
  const digest = (purpose: Parameters<typeof keyedDigest>[0], DIGEST_SECRET: string) =>
    keyedDigest(purpose, 'eleni@example.gr', { DIGEST_SECRET }).toString('hex')
  const digests = [
    digest('invitation address', SECRET),
    digest('network address', SECRET),
    digest('network address', 'n'.repeat(32)),
  ]
  expect(new Set(digests).size).toBe(3)
})
