import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const site = 'https://registry.example'

/** The service worker as a browser would run it, on a network that answers in this order; null is no network. */
function worker(answers: (number | null)[]) {
  const waits: number[] = []
  const listeners: Record<string, (event: object) => void> = {}
  const fetch = async () => {
    const status = answers.shift() ?? null
    if (status === null) throw new TypeError('no network')
    return new Response('', { status })
  }
  const setTimeout = (go: () => void, ms: number) => {
    waits.push(ms)
    queueMicrotask(go)
  }
  const self = {
    location: new URL(site),
    addEventListener: (name: string, listen: (event: object) => void) => {
      listeners[name] = listen
    },
  }
  runInNewContext(readFileSync('public/sw.js', 'utf8'), { self, fetch, setTimeout, Promise, URL })
  const ask = (request: object): Promise<Response> | undefined => {
    let answer: Promise<Response> | undefined
    listeners.fetch?.({ request, respondWith: (given: Promise<Response>) => (answer = given) })
    return answer
  }
  return { ask, waits }
}

const script = { method: 'GET', mode: 'cors', destination: 'script', url: `${site}/assets/page-1.js` }

test('a script that fails to load is requested again before the page gets an error', async () => {
  const { ask, waits } = worker([null, 503, 200])
  expect((await ask(script))?.status).toBe(200)
  expect(waits).toEqual([1000, 4000])
})

test('retries end after two minutes, and a missing script (404) fails at once', async () => {
  const away = worker([])
  await expect(away.ask(script)).rejects.toThrow('no network')
  expect(away.waits.reduce((sum, ms) => sum + ms)).toBe(120_000)
  const gone = worker([404])
  expect((await gone.ask(script))?.status).toBe(404)
  expect(gone.waits).toEqual([])
})

test('personal requests are not handled', () => {
  const { ask } = worker([200])
  expect(ask({ ...script, url: `${site}/registry/1.data`, destination: '' })).toBeUndefined()
  expect(ask({ ...script, method: 'POST' })).toBeUndefined()
  expect(ask({ ...script, url: 'https://elsewhere.example/assets/tag.js' })).toBeUndefined()
})
