import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Options, Request } from 'autocannon'

const seconds = 9

/**
 * How long answers take (ms) while so many requests come in a second, each at its moment whether or not others are
 * answered: measured from that moment, so that waiting to be sent counts. autocannon's `overallRate` sends what is due in
 * a second at once when it begins, which measures the crowd, and counts a long answer as many.
 */
export async function measureAtRate({ url, requests }: Options, rate: number): Promise<{ p99: number }> {
  const agent = new Agent({ keepAlive: true })
  const [next] = requests ?? []
  const ask = (due: number) =>
    send(url, agent, next?.setupRequest?.(next) ?? next ?? {}).then(() => performance.now() - due)
  const began = performance.now()
  const asked: Promise<number>[] = []
  for (let count = 0; count < rate * seconds; count++) {
    const due = began + (count * 1000) / rate
    if (due > performance.now()) await wait(due - performance.now())
    asked.push(ask(due))
  }
  const times = (await Promise.all(asked)).sort((one, other) => one - other)
  agent.destroy()
  return { p99: Math.round(times[Math.floor(times.length * 0.99)] ?? Number.NaN) }
}

/** Throws for an answer that is not 2xx. */
function send(
  url: string,
  agent: Agent,
  { method = 'GET', headers = {}, body = '' }: Request,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, answer => {
      const { statusCode = 0 } = answer
      if (statusCode < 200 || statusCode > 299) reject(new Error(`${url} answered ${statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    })
    asked.on('error', reject).end(body)
  })
}
