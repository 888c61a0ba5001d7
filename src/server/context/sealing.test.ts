import { expect, test } from 'vitest'
import { openSealedText, sealText } from './signing.ts'

const now = { SECRET: 'n'.repeat(32), SECRET_PREVIOUS: [] }
const seal = (text: string) => sealText('storefront token', text, 'abc 1', now)
const open = (sealed: string, about = 'abc 1', secrets: Parameters<typeof openSealedText>[3] = now) =>
  openSealedText('storefront token', sealed, about, secrets)

test('a sealed text is opened by its own secret, before and after that is replaced', () => {
  const sealed = seal('eyJ.a.b')
  expect(sealed).not.toContain('eyJ.a')
  expect(seal('eyJ.a.b')).not.toBe(sealed)
  expect(open(sealed)).toEqual({ text: 'eyJ.a.b', isPresentKey: true })
  const next = { SECRET: 'x'.repeat(32), SECRET_PREVIOUS: ['o'.repeat(32), now.SECRET] }
  expect(open(sealed, 'abc 1', next)).toEqual({ text: 'eyJ.a.b', isPresentKey: false })
  expect(open(sealed, 'abc 1', { ...next, SECRET_PREVIOUS: [] })).toBeNull()
})

test('what was changed, cut or moved to another row is not opened', () => {
  const sealed = seal('eyJ.a.b')
  expect(open(sealed, 'abc 2')).toBeNull()
  const [id, body = ''] = sealed.split('.')
  for (let at = 0; at < body.length - 1; at++) {
    const other = body[at] === 'A' ? 'B' : 'A'
    expect(open(`${id}.${body.slice(0, at)}${other}${body.slice(at + 1)}`)).toBeNull()
  }
  for (const broken of ['', '.', `${id}.`, `${id}.AAAA`, body, `${id}.${body.slice(0, -4)}`])
    expect(open(broken)).toBeNull()
})
