import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { draftOf, registrySearchApp } from '../../../test/registry-search.ts'
import { deleteRegistry } from '../registry.contract.ts'
import { changeSearchable, updateRegistry } from '../settings.contract.ts'

const app = opened(() => registrySearchApp())

test('only public registries that are not hidden are found, and a change takes effect at once', async () => {
  const marked = draftOf('Κρυφό Ζουζούνι', 'Ζουζούνι', 'Μυστικού', { event_place: 'Ζουζουνοχώρι' })
  const seen = async () =>
    JSON.stringify([await app.search({ q: 'Ζουζούνι' }), await app.search({ q: 'Zouzoumi' })])
  for (const registry_status of ['private', 'shareable'])
    await app.createRegistry({ ...marked, registry_status })
  expect(await seen()).not.toContain('Κρυφό')
  const { id, token } = await app.createRegistry(marked)
  const change = async (said: Parameters<typeof app.call>[0], input: object) => {
    expect((await app.call(said, { id, registry_id: id, ...input }, token)).status).toBe(200)
  }
  expect(await app.searchNames({ city: 'Ζουζουνοχώρι', type: 'wedding' })).toHaveLength(1)
  for (const hidden of ['private', 'shareable']) {
    await change(updateRegistry, { registry_status: hidden })
    expect(await seen()).not.toContain('Κρυφό')
    await change(updateRegistry, { registry_status: 'public' })
    expect(await seen()).toContain('Κρυφό')
  }
  await change(changeSearchable, { searchable: false })
  expect(await seen()).not.toContain('Κρυφό')
  await change(changeSearchable, { searchable: true })
  await change(updateRegistry, { registry_name: 'Φανερό' })
  expect(await app.searchNames({ q: 'Κρυφό' })).toEqual([])
  expect(await app.searchNames({ q: 'Φανερό' })).toEqual(['Φανερό'])
  await change(deleteRegistry, {})
  expect(await app.searchNames({ q: 'Ζουζούνι' })).toEqual([])
  for (const table of ['search_mention', 'search_entry'] as const) {
    const kept = app.db.selectFrom(table).innerJoin('registry', 'registry.id', `${table}.registry_id`)
    expect(await kept.select('code').where('code', '=', id).execute()).toEqual([])
  }
})

test('a change of other fields does not write to the search index', async () => {
  const { id, token } = await app.createRegistry(draftOf('Ησυχία', 'Γαλήνη', 'Ατάραχου'))
  const written = async () => {
    const { rows } = await sql`select entry.xmin from search_entry entry
      join registry on registry.id = registry_id where code = ${id}`.execute(app.db)
    return rows
  }
  const before = await written()
  expect(before).toHaveLength(1)
  await app.call(updateRegistry, { id, message: 'Σας περιμένουμε' }, token)
  expect(await written()).toEqual(before)
  await app.call(updateRegistry, { id, registry_date: '2028-05-06' }, token)
  expect(await written()).not.toEqual(before)
  expect(await app.searchNames({ q: 'Γαλήνη Ατάραχου 2028' })).toEqual(['Ησυχία'])
})

test('words that only hidden registries have change nothing: no results, counts, typos or suggestions', async () => {
  const word = 'Ζαρκαδοπούλου'
  const marked = draftOf(`${word} κρυφά`, word, word, { event_place: 'Ζαρκαδοχώρι' })
  const answers = async () => {
    const asked: Record<string, string>[] = [
      { q: word },
      { q: 'Zarkadopoulou' },
      { q: 'Ζαρκαδόπουλος' },
      { q: 'Ζαρκαδοποθλου' },
      { q: 'Zarkadopoyloy' },
      { q: 'Ζαρ' },
      { name: word, type: 'wedding' },
      { city: 'Ζαρκαδοχώρι', type: 'wedding', month: '6', year: '2027' },
    ]
    const found = []
    for (const one of asked) {
      const { data, meta } = await app.search(one)
      found.push({ data, meta })
    }
    return found
  }
  const before = await answers()
  for (const registry_status of ['private', 'shareable'])
    await app.createRegistry({ ...marked, registry_status })
  expect(await answers()).toEqual(before)
  // The words of a registry that turns private stay in the dictionary but lead to no results.
  const { id, token } = await app.createRegistry(marked)
  expect(await answers()).not.toEqual(before)
  await app.call(updateRegistry, { id, registry_status: 'private' }, token)
  expect(await answers()).toEqual(before)
})
