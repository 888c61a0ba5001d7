import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { draftOf, registrySearchApp } from '../../../test/registry-search.ts'
import { indexedNameWords, nameKeys, namePrefixes } from '../../base/greek/name-keys.ts'
import type { TestHook } from '../../server/context/test-hooks.ts'
import { updateRegistry } from '../settings.contract.ts'
import { nextBuildStep, searchIndexShape } from './index-build.ts'
import { monthNames } from './vocabulary.rules.ts'

let atStep: (name: TestHook) => Promise<void>
const app = opened(() => registrySearchApp({ testHook: name => atStep(name) }))
const slices = 3
beforeAll(async () => {
  await app.createRegistry(draftOf('Σιωπή', 'Ωραιοζήλη', 'Μπαλτατζή'))
  await app.copyRegistry('Σιωπή', 450)
})

/** As after a deployment: the live index has a former shape. */
beforeEach(async () => {
  atStep = async () => {}
  await app.db.updateTable('search_index').set({ shape: 0 }).where('state', '=', 'live').execute()
})

const build = () => app.job('search-index')

async function readStates() {
  const rows = await app.db.selectFrom('search_index').selectAll().orderBy('state', 'desc').execute()
  return rows.map(({ schema_name, state, shape }) => [schema_name, state, shape])
}

const liveSchema = async () => (await readStates()).find(([, state]) => state === 'live')?.[0]

async function change({ id, token }: { id: string; token: string }, input: object): Promise<void> {
  expect((await app.call(updateRegistry, { id, ...input }, token)).status).toBe(200)
}

/** Makes the change in a transaction, and commits it once what `begin` started waits for its advisory lock. */
async function changeMeanwhile(change: string, begin: () => unknown): Promise<void> {
  await app.db.transaction().execute(async tx => {
    await sql.raw(change).execute(tx)
    begin()
    const waiting = sql<{ count: number }>`
      select count(*)::int from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted`
    await vi.waitFor(async () => expect((await waiting.execute(app.db)).rows[0]?.count).toBe(1), 60_000)
  })
}

test('an index of a new shape is built beside the old one, which answers all the while', async () => {
  const one = await app.createRegistry(draftOf('Ανατολή', 'Αστέρω', 'Κολοκοτρώνη'))
  const hidden = await app.createRegistry(draftOf('Κρυφή', 'Αστέρω', 'Κολοκοτρώνη'))
  // As if the former release's rules didn't have this sound.
  await sql`delete from search_key where key like '~%' and word_id in (select id from search_word where word = 'ωραιοζηλη')`.execute(
    app.db,
  )
  expect(await app.searchNames({ q: 'Oraiozili' })).toEqual([])
  const steps: string[] = []
  atStep = async name => {
    steps.push(name)
    expect(await app.searchNames({ q: 'Oraiozili' })).toEqual([])
    expect(await app.searchNames({ q: 'Ωραιοζήλη' })).toHaveLength(20)
    if (steps.length === 1) {
      await app.createRegistry(draftOf('Μεσημέρι', 'Αστέρω', 'Κολοκοτρώνη'))
      await change(one, { registry_name: 'Δύση' })
      await change(hidden, { registry_status: 'private' })
    }
    expect(await app.searchNames({ q: 'Αστέρω' })).toEqual(['Μεσημέρι', 'Δύση'])
  }
  await build()
  expect(steps).toEqual([...Array(slices).fill('search slice indexed'), 'search index built'])
  expect(await readStates()).toEqual([
    ['search_twin', 'live', searchIndexShape],
    ['public', 'kept', 0],
  ])
  expect(await app.searchNames({ q: 'Oraiozili' })).toHaveLength(20)
  expect(await app.searchNames({ q: 'Asterw Kolokotroni' })).toEqual(['Μεσημέρι', 'Δύση'])
  expect(await app.searchNames({ q: 'Ανατολή' })).toEqual([])
})

test('the former index is kept up to date for an hour, then it is emptied', async () => {
  await build()
  const entries = async (schema: unknown) =>
    (await app.db.withSchema(String(schema)).selectFrom('search_entry').select('registry_id').execute())
      .length
  const [[live], [kept]] = (await readStates()) as [[unknown], [unknown]]
  const before = await entries(kept)
  await app.createRegistry(draftOf('Και στα δύο', 'Ζαμπέτα', 'Ράλλη'))
  expect([(await entries(live)) - (await entries(kept)), await entries(kept)]).toEqual([0, before + 1])
  await app.db
    .updateTable('search_index')
    .set({ changed_at: new Date(app.clock.now.getTime() - 3_600_001) })
    .where('state', '=', 'kept')
    .execute()
  await build()
  expect((await readStates()).map(([, state]) => state)).toEqual(['live', 'empty'])
  expect(await entries(kept)).toBe(0)
  expect(await app.searchNames({ q: 'Ζαμπέτα' })).toEqual(['Και στα δύο'])
})

test('a build that was killed goes on where it was', async () => {
  const before = await liveSchema()
  const steps: string[] = []
  atStep = async name => {
    steps.push(name)
    if (steps.length === 2) throw new Error('killed')
  }
  await expect(build()).rejects.toThrow('killed')
  expect([await liveSchema(), await app.searchNames({ q: 'Ωραιοζήλη' })]).toEqual([
    before,
    Array(20).fill('Σιωπή'),
  ])
  await build()
  expect(steps).toEqual([...Array(slices).fill('search slice indexed'), 'search index built'])
  expect(await liveSchema()).not.toBe(before)
  expect(await app.searchNames({ q: 'Oraiozili' })).toHaveLength(20)
})

test('two processes do not build at once', async () => {
  const steps: string[] = []
  atStep = async name => {
    steps.push(name)
    await build()
  }
  await build()
  expect(steps).toEqual([...Array(slices).fill('search slice indexed'), 'search index built'])
})

const inserted = (name: string) => `
  insert into registry (code, customer_id, event_type, name, surname, registry_name, guest_count, privacy, terms_version,
    terms_at, search_indexed)
  select upper(translate(left(md5('${name}'), 12), '01289abcdef', 'ABEHKMNPTXY')), customer_id, event_type, '${name}', surname, registry_name, guest_count,
    privacy, terms_version, terms_at, true from registry order by id limit 1`

test('a change that is open when the build begins, or when the new index is to answer, is not lost', async () => {
  let built = Promise.resolve()
  await changeMeanwhile(inserted('Ξανθίππη'), () => {
    built = build()
  })
  await built
  expect(await app.searchNames({ q: 'Ξανθίππη' })).toEqual(['Σιωπή'])

  await app.db.updateTable('search_index').set({ shape: 0 }).where('state', '=', 'live').execute()
  let changed = Promise.resolve()
  atStep = async name => {
    if (name !== 'search index built') return
    const isOpen = Promise.withResolvers<void>()
    changed = changeMeanwhile(inserted('Πηνελόπη'), isOpen.resolve)
    await isOpen.promise
  }
  await build()
  await changed
  expect(await app.searchNames({ q: 'Πηνελόπη' })).toEqual(['Σιωπή'])
})

test('a release builds for a newer shape only, and leaves alone what a newer one builds', () => {
  const indexes = (live: number, state: 'building' | 'kept' | 'empty', shape: number) => [
    { state: 'live' as const, shape: live },
    { state, shape },
  ]
  expect(nextBuildStep(indexes(3, 'kept', 2), 3)).toBe('none')
  expect(nextBuildStep(indexes(3, 'kept', 2), 2)).toBe('none')
  expect(nextBuildStep(indexes(3, 'kept', 2), 4)).toBe('begin')
  expect(nextBuildStep(indexes(3, 'building', 4), 4)).toBe('build')
  expect(nextBuildStep(indexes(3, 'building', 4), 5)).toBe('begin')
  expect(nextBuildStep(indexes(3, 'building', 5), 4)).toBe('none')
})

test('both sets of tables have the same columns and indexes', async () => {
  const { rows } = await sql<{ schema: string; columns: string; indexes: string }>`
    select nspname as schema,
      (select string_agg(concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
          attgenerated), ', ' order by relname, attname)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = pg_namespace.oid and relkind = 'r' and attnum > 0 and not attisdropped
          and relname in ('search_word', 'search_key', 'search_prefix', 'search_mention', 'search_entry')) as columns,
      (select string_agg(definition, ', ' order by definition) from (
        select tablename || substring(indexdef from ' USING .*') as definition from pg_indexes
        where schemaname = nspname
          and tablename in ('search_word', 'search_key', 'search_prefix', 'search_mention', 'search_entry')) one) as indexes
    from pg_namespace where nspname in ('public', 'search_twin') order by 1`.execute(app.db)
  const [ours, twin] = rows
  expect(ours?.indexes).toContain('search_entry USING gin (periods, words, facts)')
  expect(twin).toEqual({ ...ours, schema: 'search_twin' })
})

/** Names with every digraph and look-alike in the rules. */
const sample = indexedNameWords(
  `Αγγελική Μπάμπης Ντίνα Γκίκας Τζένη Τσιτσάνης Ευάγγελος Αύρα Ευτυχία Οικονόμου Χαϊδεμένου Πολυξένη Ψαρρού Ωραιοζήλη
  Κωνσταντίνος Κώστας Γιώργος Giorgos Xristina Christina Hristina Panagiotis Panayiotis Mpampis Dimitrios Δημήτρης Ελένη
  Helen Katerina Αικατερίνη Thanasis 8anasis Ioannis Γιάννης Yannis Nikos Mihail Michael Jennifer O’Brien Müller Ζωή Zwi
  Ξανθάκης Ανθή Λάμψας Αγχίαλος Βάκχος Ματθαίος Σαπφώ Ευφροσύνη Xanthakis Lampsas 8ekla 3enia
  Αθήνα Athens Θεσσαλονίκη Saloniki Πάτρα Ηράκλειο Iraklio Παπαδοπούλου Papadopoulos ${monthNames.el.join(' ')}`,
)

test('whoever changes what words are indexed by raises the number of the shape', () => {
  const rules = sample.map(word => [word, nameKeys(word), namePrefixes(word)])
  const digest = createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16)
  // Other keys need a new `searchIndexShape`; without it the index keeps the old keys.
  expect([searchIndexShape, digest]).toEqual([3, '693bfab3bd54420b'])
})
