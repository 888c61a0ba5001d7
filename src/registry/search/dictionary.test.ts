import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { findBlocked } from '../../../test/postgres.ts'
import { testApp } from '../../../test/test-app.ts'
import { deleteUnusedWords, updateSearchIndex } from './index-rows.sql.ts'

const app = opened(() => testApp({ shop: 'none' }))

const word = 'ωραιοζηλη'
const isKnown = async () => {
  const rows = await app.db.selectFrom('search_word').select('id').where('word', '=', word).execute()
  return rows.length === 1
}

test('a word that a registry takes while unused ones are deleted stays', async () => {
  const host = await aHost(app)
  const [former, next] = [await aRegistry(app, host), await aRegistry(app, host)]
  const rename = (id: number, registry_name: string) =>
    app.db.transaction().execute(async tx => {
      await tx.updateTable('registry').set({ registry_name }).where('id', '=', id).execute()
      await updateSearchIndex(tx, id)
    })
  await rename(former.id, 'Ωραιοζήλη')
  await rename(former.id, 'Ελένη')
  expect(await isKnown()).toBe(true)

  const [taken, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = app.db.transaction().execute(async tx => {
    await tx.updateTable('registry').set({ registry_name: 'Ωραιοζήλη' }).where('id', '=', next.id).execute()
    await updateSearchIndex(tx, next.id)
    taken.resolve()
    await committed.promise
  })
  await taken.promise
  const deleting = deleteUnusedWords(app.db, 1000)
  // The deletion waits for the writing transaction.
  await expect.poll(() => findBlocked(app.db)).toHaveLength(1)
  committed.resolve()
  await Promise.all([writing, deleting])
  expect(await isKnown()).toBe(true)
  const mentions = app.db.selectFrom('search_mention').innerJoin('search_word', 'id', 'word_id')
  const ofWord = mentions.select('registry_id').where('word', '=', word)
  expect(await ofWord.execute()).toEqual([{ registry_id: next.id }])

  await rename(next.id, 'Ελένη')
  await app.job('retention')
  expect(await isKnown()).toBe(false)
})
