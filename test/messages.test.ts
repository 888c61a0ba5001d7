import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const en = read('en')
const el = read('el')

test('Greek and English have the same messages', () => {
  expect(Object.keys(el).sort()).toEqual(Object.keys(en).sort())
})

test('each message has the same parameters in both languages', () => {
  const unlike = Object.keys(en).filter(
    key => String(parametersOf(en[key])) !== String(parametersOf(el[key])),
  )
  expect(unlike).toEqual([])
})

test('each message with forms has the same forms in both languages', () => {
  const unlike = Object.keys(en).filter(key => String(formsOf(en[key])) !== String(formsOf(el[key])))
  expect(unlike).toEqual([])
})

test('no message is empty', () => {
  const empty = Object.entries({ ...en, ...el }).filter(([, message]) => message === '')
  expect(empty).toEqual([])
})

function read(language: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as Record<string, unknown>
}

/** What stands in braces, once each; in forms also what they are chosen by. */
function parametersOf(message: unknown): string[] {
  const found = JSON.stringify(message ?? '').matchAll(/\{\s*([A-Za-z_]\w*)\s*\}/g)
  const declared = variantsOf(message).flatMap(({ declarations = [] }) => declarations)
  return [...new Set([...[...found].map(([, name]) => name!), ...declared])].sort()
}

function formsOf(message: unknown): string[] {
  return variantsOf(message)
    .flatMap(({ match = {} }) => Object.keys(match))
    .sort()
}

type Variants = { declarations?: string[]; match?: Record<string, string> }

function variantsOf(message: unknown): Variants[] {
  return Array.isArray(message) ? (message as Variants[]) : []
}
