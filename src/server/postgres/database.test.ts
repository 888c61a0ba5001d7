import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/postgres.ts'
import { ConfigError } from '../config.ts'
import { pingDatabase } from './database.ts'

test('a database is accepted when it answers and its role may create tables; else the error says what is wrong', async () => {
  const own = await freshDatabase()
  await pingDatabase(own.url)
  const owner = new pg.Client(own.url)
  await owner.connect()
  await owner.query("create role lodger login password 'hidden'")
  const lodger = new URL(own.url)
  Object.assign(lodger, { username: 'lodger', password: 'hidden' })
  const unknown = new URL(own.url)
  unknown.pathname = '/nothing'
  await expect(pingDatabase(lodger.href)).rejects.toThrow(
    new ConfigError(
      "DATABASE_URL can't be used: its role may make no tables there, it must own the database.",
    ),
  )
  await expect(pingDatabase(unknown.href)).rejects.toThrow(
    new ConfigError('DATABASE_URL can\'t be used: database "nothing" does not exist.'),
  )
  await owner.query('drop role lodger')
  await owner.end()
  await own.drop()
})
