import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentedCalls } from './documented-calls.ts'

const folder = new URL('../src/shop/bigcommerce/', import.meta.url).pathname

/** The paths of the platform that the connector's sources name, with `{}` for what is filled in. */
function pathsInSources(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const paths = sources.flatMap(file =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/['"`](\/v[23]\/(?:[\w/-]|\$?\{[^}]*\})+)/g)].map(
      match => withoutNames(match[1] ?? ''),
    ),
  )
  return [...new Set(paths)]
}

const withoutNames = (path: string) =>
  path
    .replaceAll(/\$?\{[^}]*\}/g, '{}')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{}')
    .replace(/\/$/, '')

describe('docs/shop-contract.md', () => {
  const documented = new Set(documentedCalls.map(call => withoutNames(call.path)))

  test('names every path that the connector asks', () => {
    expect(pathsInSources().filter(path => !documented.has(path))).toEqual([])
  })

  test('names no path that the connector does not ask', () => {
    const asked = pathsInSources()
    expect([...documented].filter(path => !asked.includes(path))).toEqual([])
  })

  test('names each call once', () => {
    const names = documentedCalls.map(({ method, path }) => `${method} ${path}`)
    expect(names).toEqual([...new Set(names)])
    expect(names.length).toBeGreaterThan(30)
  })
})
