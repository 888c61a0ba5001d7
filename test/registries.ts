import { expect } from 'vitest'
import { findRegistry, saveRegistry } from '../src/registry/registry.contract.ts'
import { aHost, registryDraft } from './builders.ts'
import { testApp } from './test-app.ts'

/** A test app without a shop, with two hosts; the registries are the first host's. */
export async function registryTestApp() {
  const app = await testApp({ shop: 'none' })
  const host = await aHost(app)
  const other = await aHost(app, 'Άννα')

  /** Creates a registry and returns its code. */
  const createRegistry = async (draft: object = {}) => {
    const answer = await app.call<{ id: string }>(saveRegistry, { ...registryDraft, ...draft }, host.token)
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Registry Created' })
    return answer.data.id
  }

  /** The registry as that caller sees it; undefined where it is missing to them. */
  const viewRegistry = async (id: string, token?: string) => {
    const { data } = await app.call<Record<string, unknown>[]>(findRegistry, { id }, token)
    return data[0]
  }

  return { ...app, host, other, createRegistry, viewRegistry }
}
