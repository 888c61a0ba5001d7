import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { labelOf, storeScopes } from './scopes.ts'

/** Every path of the management API that the connector's sources name, without its ids and query. */
function calledPaths(): string[] {
  const files = globSync('src/shop/bigcommerce/**/*.ts').filter(
    file => !file.endsWith('.test.ts') && !file.endsWith('setup/scopes.ts'),
  )
  const paths = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/['`](\/v[23]\/[^'`?]*)/g)].map(([, path = '']) =>
      path.replace(/\$\{[^}]*\}/g, '1'),
    ),
  )
  // Webhooks need the scopes of what they are about.
  return [...new Set(paths)].filter(path => !path.startsWith('/v3/hooks'))
}

test('every call needs exactly one of the scopes, and no scope is asked for without a call', () => {
  const paths = [...calledPaths(), '/login/token/jwt']
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const scopes = storeScopes.filter(({ calls }) => calls.test(path)).map(labelOf)
    expect([path, scopes.length]).toEqual([path, 1])
  }
  for (const scope of storeScopes)
    expect([labelOf(scope), paths.some(path => scope.calls.test(path))]).toEqual([labelOf(scope), true])
})

test('the run-book asks for these scopes, and for no other', () => {
  const text = readFileSync('docs/operating.md', 'utf8')
  const [step = ''] = /make an account with these scopes: (.*)/.exec(text) ?? []
  const asked = [...step.matchAll(/\*\*([^*]+)\*\* ([\w-]+)/g)].map(([, name, level]) => `${name}: ${level}`)
  expect(asked.toSorted()).toEqual(storeScopes.map(labelOf).toSorted())
})
