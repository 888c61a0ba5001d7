import type { TestApp } from '../test-app.ts'
import { aPrivateRegistry, type PrivateRegistry, secrets } from './private-registry.ts'

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
    await app.db
      .insertInto('closing')
      .values({ ...closing, created_at: at, due_at: at })
      .execute()
  },
  deleted: (app, { registry }) =>
    setColumns(app, registry.id, { privacy: 'public', removed_at: app.clock.now }),
} satisfies Record<string, (app: TestApp, owned: PrivateRegistry) => Promise<void>>

export type RegistryState = keyof typeof registryStates
export const stateNames = Object.keys(registryStates) as RegistryState[]

/** Nobody but its hosts may learn that there is such a registry. */
export const isHidden = (state: RegistryState) => state === 'private' || state === 'deleted'

/** The registry of `aPrivateRegistry` in that state. */
export async function aRegistryIn(app: TestApp, state: RegistryState): Promise<PrivateRegistry> {
  const owned = await aPrivateRegistry(app)
  await registryStates[state](app, owned)
  return owned
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
