import { describe, expect, test } from 'vitest'
import { registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { registryTestApp } from '../../test/registries.ts'
import * as contract from './registry.contract.ts'
import * as settings from './settings.contract.ts'

const app = opened(() => registryTestApp())

describe('only the host', () => {
  const changes: [string, typeof settings.updateRegistry, (id: string) => object][] = [
    ['update', settings.updateRegistry, id => ({ id, registry_name: 'Ξένη' })],
    ['hide', settings.changeSearchable as never, id => ({ id, searchable: false })],
    ['delete', contract.deleteRegistry as never, id => ({ registry_id: id })],
  ]
  test.each(changes)('may %s', async (_, call, input) => {
    const id = await app.createRegistry()
    const before = await app.viewRegistry(id)
    expect(await app.call(call, input(id))).toMatchObject({ status: 401 })
    expect(await app.call(call, input(id), 'wrong')).toMatchObject({ status: 401 })
    const missing = await app.call(call, input('ABEZHKMNPTYX'), app.other.token)
    expect(missing.status).toBe(404)
    expect(await app.call(call, input(id), app.other.token)).toEqual(missing)
    expect(await app.viewRegistry(id)).toEqual(before)
  })

  test('may create or list', async () => {
    for (const call of [contract.saveRegistry, contract.listMyRegistries])
      for (const token of [undefined, 'wrong'])
        expect(await app.call(call, registryDraft, token)).toMatchObject({ status: 401 })
  })

  test('and the host comes from the session, never from a field', async () => {
    const { data } = await app.call<{ id: string }>(
      contract.saveRegistry,
      { ...registryDraft, customer_id: app.other.id, id: 'ABEZHKMNPTYX', version: 9 },
      app.host.token,
    )
    expect(await app.viewRegistry(data.id)).toMatchObject({ customer_id: app.host.id, version: 1 })
  })
})
