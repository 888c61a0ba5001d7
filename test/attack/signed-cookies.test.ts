import { expect, test } from 'vitest'
import { pageChangingCookies } from '../../src/app/cached-pages.ts'
import { readSources } from '../arch/sources.ts'

test('each signed cookie either changes pages, or is read only by pages of one visitor', () => {
  const made = [...readSources(['src'])].flatMap(([, text]) =>
    [...text.matchAll(/createSignedCookie\('(\w+)'/g)].map(([, name]) => name ?? ''),
  )
  const onOwnPages = ['handoff', 'my_gift']
  expect(made.toSorted()).toEqual([...pageChangingCookies, ...onOwnPages].toSorted())
})
