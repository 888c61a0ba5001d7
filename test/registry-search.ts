import { sql } from 'kysely'
import { expect } from 'vitest'
import { saveRegistry } from '../src/registry/registry.contract.ts'
import { indexPendingRegistries } from '../src/registry/search/index-rows.sql.ts'
import { searchRegistries } from '../src/registry/search/search.contract.ts'
import { aHost, type Host, registryDraft } from './builders.ts'
import type { Answer } from './client.ts'
import { type TestAppOptions, testApp } from './test-app.ts'

interface SearchResult {
  id: string
  registry_name: string
  hosts: string | null
  registry_date: string
  registry_month: string | null
  event_place: string | null
  type_info: { slug: string; name: string }
}

interface SearchMeta {
  page: number
  total: number
  last_page: number
  more: number
  near: number
  results_for: string | null
  did_you_mean: string | null
}

/** A test app without a shop in which registries are created and searched. */
export async function registrySearchApp({ testHook }: Pick<TestAppOptions, 'testHook'> = {}) {
  const app = await testApp({ shop: 'none', ...(testHook && { testHook }) })

  let minutes = 0
  /** Searches, two minutes after the search before, so that no rate limit is reached. */
  const search = async (input: Record<string, string>) => {
    app.clock.now = new Date(Date.parse('2026-11-21T10:00:00Z') + minutes++ * 120_000)
    return (await app.call<SearchResult[]>(searchRegistries, input)) as Answer<SearchResult[]> & {
      meta: SearchMeta
    }
  }

  /** The names of the registries that a search finds. */
  const searchNames = async (input: Record<string, string>) =>
    (await search(input)).data.map(({ registry_name }) => registry_name)

  let count = 0
  let host: Host | undefined
  /** Creates a registry, every 20th of another host: one host may create at most 30 an hour. */
  const createRegistry = async (draft: object): Promise<{ id: string; token: string }> => {
    if (host === undefined || count++ % 20 === 0) host = await aHost(app)
    const { token } = host
    const { status, data } = await app.call<{ id: string }>(
      saveRegistry,
      { ...registryDraft, ...draft },
      token,
    )
    expect(status).toBe(200)
    return { id: data.id, token }
  }

  let copied = 0
  /** Inserts copies of a registry and indexes them, from the given id on or as the newest. */
  const copyRegistry = async (registryName: string, copies: number, from?: number): Promise<void> => {
    const prefix = 'KMNPTXYZ'[copied++] ?? ''
    const id = from === undefined ? sql`nextval(pg_get_serial_sequence('registry', 'id'))` : sql`${from} + n`
    await sql`
      insert into registry (id, code, customer_id, event_type, name, surname, registry_name, guest_count, privacy,
        terms_version, terms_at)
      overriding system value
      select ${id}, ${prefix} || translate(lpad(to_char(n, 'FM000'), 11, 'A'), '01268', 'BEHKM'), customer_id, event_type,
        name, surname, registry_name, guest_count, privacy, terms_version, terms_at
      from (select * from registry where registry_name = ${registryName} order by id limit 1) registry,
        generate_series(1, ${copies}) as n`.execute(app.db)
    await indexPendingRegistries(app.db)
  }

  return { ...app, search, searchNames, createRegistry, copyRegistry }
}

/** A draft of one host, without a partner. */
export const draftOf = (registry_name: string, name: string, surname: string, more: object = {}) => ({
  registry_name,
  name,
  surname,
  partner_name: '',
  partner_surname: '',
  ...more,
})
