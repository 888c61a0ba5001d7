import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchRegistry } from '../bench-registries.ts'

interface Attempt {
  startedAt: number
  endedAt: number
  /** `done`, the status and code of a refusal, or `no answer`. */
  outcome: string
}

/** What a guest was told in the end; no reference if they gave up. */
export interface GuestOutcome {
  key: string
  reference: string | undefined
  attempts: Attempt[]
}

interface Site {
  siteUrls: string[]
  registries: BenchRegistry[]
}

/** So often a guest presses the button again, after as long as the refusal says; a second when there was no answer. */
const maxAttempts = 90

/** So many guests each second, each of a network of their own, who press again with the same key until it is done. */
export async function handOffSteadily(
  { siteUrls, registries }: Site,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<GuestOutcome[]> {
  const guests: Promise<GuestOutcome>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const { code, gifts } = registries[index % registries.length]!
    const body = { registry_id: code, giver_name: 'Σοφία', line_items: [{ ...gifts[5], quantity: 1 }] }
    guests.push(handOff({ siteUrls, body, address: `10.1.${index >> 8}.${index & 255}` }, index))
    await wait(1000 / perSecond)
  }
  return Promise.all(guests)
}

async function handOff(
  { siteUrls, body, address }: { siteUrls: string[]; body: object; address: string },
  index: number,
): Promise<GuestOutcome> {
  const key = randomUUID()
  const attempts: Attempt[] = []
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const init = { method: 'POST', headers, body: JSON.stringify({ ...body, idempotency_key: key }) }
  while (attempts.length < maxAttempts) {
    // A balancer sends a guest who presses again to any of them.
    const siteUrl = siteUrls[(index + attempts.length) % siteUrls.length]
    const startedAt = Date.now()
    const answer = await post(`${siteUrl}/api/cart/create`, init)
    const { reference, outcome, pauseMs } = answer
    attempts.push({ startedAt, endedAt: Date.now(), outcome })
    if (reference) return { key, reference, attempts }
    await wait(pauseMs)
  }
  return { key, reference: undefined, attempts }
}

interface Answer {
  reference?: string | undefined
  outcome: string
  pauseMs: number
}

async function post(url: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, init)
    const { data } = (await answer.json()) as { data?: { reference?: string; code?: string } }
    const pauseMs = 1000 * Number(answer.headers.get('retry-after') ?? 1)
    if (answer.ok) return { reference: data?.reference, outcome: 'done', pauseMs }
    return { outcome: `${answer.status} ${data?.code}`, pauseMs }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { outcome: 'no answer', pauseMs: 1000 }
  }
}
