import { expect } from 'vitest'
import { insertRow, updateRows } from '../../src/server/postgres/rows.ts'
import { aHost } from '../builders.ts'
import type { TestApp } from '../test-app.ts'
import {
  aPrivateRegistry,
  type PrivateRegistry,
  payContribution,
  readOwnedRows,
  secrets,
} from './private-registry.ts'

/** What may become of the registry of `aPrivateRegistry`, and how it does. */
export const registryStates = {
  private: async () => {},
  open: (app, { registry }) => setColumns(app, registry.id, { privacy: 'public' }),
  closed: async (app, { registry }) => {
    const day = '2026-11-01'
    const columns = { privacy: 'public', event_day: day, closing_day: day, last_closed_day: day } as const
    await setColumns(app, registry.id, columns)
    const at = new Date(`${day}T22:00:00Z`)
    const closing = { registry_id: registry.id, number: 1, day, cents: 0, settled_at: at }
    await insertRow(app.db, 'closing', { ...closing, created_at: at, due_at: at })
  },
  /** Closed, and its money left as a gift card of the shop. */
  'paid out': async (app, { registry }) => {
    const day = app.clock.now.toISOString().slice(0, 10)
    await setColumns(app, registry.id, { privacy: 'public', event_day: day, closing_day: day })
    app.later((1 + app.config.PAYOUT_DAYS) * 24 * 60)
    for (const job of ['closings', 'payouts']) await app.job(job)
    const payout = app.db.selectFrom('payout').select('state').where('registry_id', '=', registry.id)
    expect(await payout.execute()).toEqual([{ state: 'done' }])
  },
  deleted: (app, { registry }) =>
    setColumns(app, registry.id, { privacy: 'public', removed_at: app.clock.now }),
} satisfies Record<string, (app: TestApp, owned: PrivateRegistry) => Promise<void>>

export type RegistryState = keyof typeof registryStates
export const stateNames = Object.keys(registryStates) as RegistryState[]

/**
 * What its hosts may have. The closed one has money that no order of the shop knows, and that waits to be paid out for
 * ever, before what comes later.
 */
export const hostedStates = ['open', 'paid out', 'closed'] as const

/** Nobody but its hosts may learn that there is such a registry. */
export const isHidden = (state: RegistryState) => state === 'private' || state === 'deleted'

/** The registry of `aPrivateRegistry` in that state. */
export async function aRegistryIn(app: TestApp, state: RegistryState): Promise<PrivateRegistry> {
  const owned = await aPrivateRegistry(app, state === 'paid out' ? payContribution : undefined)
  await registryStates[state](app, owned)
  return owned
}

export const hosts = ['owner', 'co-host'] as const
export type Host = (typeof hosts)[number]
/** In the quick run the co-host, who may do less than the owner in every state, is tried in the first one alone. */
export const hostsIn = (state: RegistryState): readonly Host[] =>
  process.env.TEST_FULL || state === 'open' ? hosts : ['owner']
export type HostedRegistry = Awaited<ReturnType<typeof aHostedRegistry>>

/** A registry in that state with a host of it, who alone is a co-host, and all that either of them has. */
export async function aHostedRegistry(app: TestApp, state: RegistryState, who: Host) {
  const owned = await aRegistryIn(app, state)
  const host = who === 'owner' ? owned.owner : await aHost(app)
  if (who === 'co-host')
    await updateRows(app.db, 'registry', { set: { co_host_id: host.id }, where: { id: owned.registry.id } })
  const readRows = async () => [
    ...(await readOwnedRows(app, owned)),
    ...(who === 'co-host' ? await readOwnedRows(app, { ...owned, owner: host }) : []),
  ]
  return { owned, token: host.token, readRows }
}

/** What a stranger may never read of it; its name and words are everybody's while it is open. */
export function secretsIn(state: RegistryState): string[] {
  const { word, ...own } = secrets
  return [...Object.values(own), ...(isHidden(state) ? [word] : [])]
}

function setColumns(
  app: TestApp,
  id: number,
  columns: Partial<
    Record<'privacy' | 'event_day' | 'closing_day' | 'last_closed_day' | 'removed_at', unknown>
  >,
) {
  return app.db
    .updateTable('registry')
    .set(columns as object)
    .where('id', '=', id)
    .execute()
    .then(() => {})
}
