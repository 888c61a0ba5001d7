import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** When the clocks of tests begin, unless one wants it otherwise. */
export const morning = new Date('2026-11-21T10:00:00Z')

/** A database of one's own, with all migrations and no rows but the goods of an embedded shop. */
export type FreshDatabase = { url: string; drop(): Promise<void> }

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's database server is asked for; the first to ask waits until it has started. */
    postgresDoor: string
  }
}

/** How many times as long as in life tests wait for the database and the shop: the machine may be busy. */
export const patience = 20

/** Clones the run's template, some hundredths of a second; the server starts with the first database asked for. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const answer = await fetch(inject('postgresDoor'))
  if (!answer.ok) throw new Error(await answer.text())
  const { server, template } = (await answer.json()) as { server: string; template: string }
  const name = `test_${randomBytes(6).toString('hex')}`
  await inServer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => inServer(server, `drop database if exists ${name} with (force)`) }
}

/** One statement in the database of that address. */
export async function inServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
