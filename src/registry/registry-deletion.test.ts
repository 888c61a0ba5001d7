import { describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { registryTestApp } from '../../test/registries.ts'
import { getRow, insertRow } from '../server/postgres/rows.ts'
import * as contract from './registry.contract.ts'

const app = opened(() => registryTestApp())

test('nobody finds a deleted registry', async () => {
  const id = await app.createRegistry()
  expect(await app.call(contract.deleteRegistry, { registry_id: id }, app.host.token)).toMatchObject({
    status: 200,
  })
  expect(await app.viewRegistry(id, app.host.token)).toBeUndefined()
  expect(await app.call(contract.deleteRegistry, { registry_id: id }, app.host.token)).toMatchObject({
    status: 404,
  })
})

describe('a registry can be deleted unless it has unsettled money:', () => {
  const accounts = { gift: 'goods', contribution: 'gift', surplus: 'change' } as const
  const given = async (id: string, lines: { kind: 'gift' | 'contribution' | 'surplus'; cents: number }[]) => {
    const registry = await getRow(app.db, 'registry', { code: id }, ['id'])
    for (const [index, { kind, cents }] of lines.entries())
      await insertRow(app.db, 'ledger', {
        registry_id: registry.id,
        order_id: 1,
        line_id: index,
        kind,
        account: accounts[kind],
        cents,
        cause: `${id}${index}`,
      })
  }
  const remove = async (id: string) => app.call(contract.deleteRegistry, { registry_id: id }, app.host.token)

  test.each([
    ['a contribution waits', [{ kind: 'contribution', cents: 4000 }], 409],
    ['something was left over', [{ kind: 'surplus', cents: 1 }], 409],
    [
      'a contribution was given back',
      [
        { kind: 'contribution', cents: 4000 },
        { kind: 'contribution', cents: -4000 },
      ],
      200,
    ],
    ['goods were bought as such', [{ kind: 'gift', cents: 6400 }], 200],
    ['nothing was given', [], 200],
  ] as [string, { kind: 'gift' | 'contribution' | 'surplus'; cents: number }[], number][])(
    '%s',
    async (_, lines, status) => {
      const id = await app.createRegistry()
      await given(id, lines)
      const answer = await remove(id)
      expect([answer.status, answer.data.code]).toEqual([
        status,
        status === 409 ? 'registry_has_money' : undefined,
      ])
      expect((await app.viewRegistry(id, app.host.token)) === undefined).toBe(status === 200)
      expect(answer.message === 'Registry Deleted').toBe(status === 200)
    },
  )
})
