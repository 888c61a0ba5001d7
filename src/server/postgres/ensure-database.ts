import pg from 'pg'
import { databaseName } from './embedded-cluster.ts'

/** Creates the product's database in the cluster unless it is there; `urlFor` gives the address of a database. */
export async function ensureDatabase(urlFor: (database: string) => string): Promise<void> {
  if (await canConnect(urlFor(databaseName))) return
  const client = new pg.Client(urlFor('postgres'))
  await client.connect()
  await client.query(`create database ${databaseName}`)
  await client.end()
}

/** False when the database does not exist; any other error is thrown. */
async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '3D000') return false
    throw error
  } finally {
    await client.end()
  }
}
