import { afterAll, beforeAll } from 'vitest'

type Closing = { close(): unknown } | { drop(): unknown }

/**
 * Opens something before the first test of the file or the group, and closes it after the last, in the reverse order of
 * opening; if it could not be opened, nothing is closed. What comes back stands for it in tests and hooks.
 * @throws if it is used earlier
 */
export function opened<T extends Closing>(open: () => Promise<T>): T {
  let it: T | undefined
  beforeAll(async () => {
    it = await open()
  })
  afterAll(async () => {
    if (it) await ('close' in it ? it.close() : it.drop())
  })
  const real = (): T => {
    if (it) return it
    throw new Error('what opened() opens is there in tests and in the hooks after it, not before')
  }
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(real(), key)
      // A method of a class may read private fields, which the proxy has not.
      return typeof value === 'function' && !Object.hasOwn(real(), key) ? value.bind(real()) : value
    },
    set: (_, key, value) => Reflect.set(real(), key, value),
    has: (_, key) => Reflect.has(real(), key),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(real(), key),
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(real(), key, descriptor),
    deleteProperty: (_, key) => Reflect.deleteProperty(real(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  })
}
