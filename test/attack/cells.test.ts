import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/base/language.ts'
import { aPrivateRegistry, type PrivateRegistry } from '../access/private-registry.ts'
import { aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** What strangers write is never run by a spreadsheet, by whichever separator it reads our files (R717). */
const app = opened(() => testApp({ pages: true }))
let owned: PrivateRegistry
const hostile = ['=1+1', 'a;=1+1;b', 'a, @sum(1)', '-2+3', 'b; "=1+1"', "a;'=1+1", "'=1"]

beforeAll(async () => {
  owned = await aPrivateRegistry(app)
  const { db } = app
  const [giver_name = ''] = hostile.slice(1)
  await db.updateTable('purchase').set({ giver_name, message: 'b; "=1+1"' }).execute()
  await db.updateTable('handoff').set({ giver_name, message: 'b; "=1+1"' }).execute()
  await db.deleteFrom('guest').execute()
  const guest = { registry_id: owned.registry.id, language: 'el' as const, people: 2 }
  const rows = hostile.map(name => ({ ...guest, name, notes: `${name}; @x`, phone: '+306944000000' }))
  await db.insertInto('guest').values(rows).execute()
})

async function file(path: string, token = owned.owner.token): Promise<string> {
  const answer = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

const files = ['guest-list', 'gifts-received/table', 'edit/collected-gift-cards/statement/csv']

describe.each(files)('%s', name => {
  test.each(languages)('in %s has no formula, whichever separator it is read by', async language => {
    const text = await file(`/registry/${owned.registry.code}/${name}?lang=${language}`)
    expect(text).toContain('1+1')
    const byQuotes = [',', ';', '\t'].flatMap(delimiter =>
      Papa.parse<string[]>(text, { delimiter }).data.flat(),
    )
    for (const cell of [...byQuotes, ...text.split(/[,;\t\r\n]/)]) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/)
  })

  test('is a workbook, too', async () => {
    const answer = await file(`/registry/${owned.registry.code}/${name}?type=xlsx`)
    expect(answer.slice(0, 2)).toBe('PK')
  })
})

test.each(languages)('a guest list that is written in %s and read again is the same', async language => {
  const text = await file(`/registry/${owned.registry.code}/guest-list?lang=${language}`)
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const { body } = await app.post(
    '/me/registry/guest/import',
    { registry_id: registry.code, list: text },
    { token: host.token },
  )
  expect(body.data).toMatchObject({ added: hostile.length, wrong: 0 })
  const again = await file(`/registry/${registry.code}/guest-list?lang=${language}`, host.token)
  expect(again).toBe(text)
})
