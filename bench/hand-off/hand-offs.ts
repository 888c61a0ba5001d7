import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { webhookSecretHeader } from '../../src/shop/bigcommerce/webhooks.ts'
import type { BenchApp } from '../bench-app.ts'
import { createBenchRegistry } from '../bench-registries.ts'
import { markdownTable, type ReportSection } from '../report.ts'
import { type ConnectedProduct, startConnectedProduct } from './connected-product.ts'
import { webhookSecret } from './external-store.ts'
import type { Weather } from './store-proxy.ts'

/** Guests who go to the checkout at once, each for another registry. */
const guests = 20
/** Orders that the product is told of while they do. */
const toldOrders = 150

const weathers: { name: string; weather: Weather; ordersTold?: number }[] = [
  { name: 'calm', weather: {} },
  { name: 'a cart takes 3.5 s', weather: { cartMs: 3500 } },
  { name: 'a cart takes 9 s', weather: { cartMs: 9000 } },
  { name: '429, lifted after 400 ms', weather: { refusedCarts: { times: guests, resetMs: 400 } } },
  { name: '429, lifted after 8 s', weather: { refusedCarts: { times: guests, resetMs: 8000 } } },
  {
    name: `jobs read ${toldOrders} orders; 120 calls in 30 s are allowed`,
    weather: { quota: 120 },
    ordersTold: toldOrders,
  },
]

/** Guests on their way to the checkout of a store behind a proxy that is slow, or refuses. */
export async function measureHandOffs(benchApp: BenchApp): Promise<ReportSection> {
  const bench = await startConnectedProduct(benchApp.databaseUrl)
  try {
    const rows: (string | number)[][] = []
    for (const [round, { name, weather, ordersTold = 0 }] of weathers.entries()) {
      bench.proxy.setWeather(weather)
      await tellOfOrders(bench, round === 0 ? 0 : ordersTold)
      if (ordersTold > 0) await bench.proxy.isQuiet()
      rows.push([name, ...summarize(await handOffAll(bench.db, bench.siteUrl, round))])
      // A breaker that opened closes again.
      bench.proxy.setWeather({})
      await wait(20_000)
    }
    const headings = ['', 'at the checkout', 'p50 s', 'the last, s', 'the others read']
    const text = `${markdownTable(headings, rows)}\n\n${explanation}`
    return { title: `${guests} guests go to the checkout of a slow store`, text }
  } finally {
    await bench.close()
  }
}

const explanation =
  'The product runs with a store that is reached through a proxy. Whoever does not reach the checkout reads a sentence ' +
  'and keeps the cart.'

interface Answer {
  seconds: number
  /** `''` at the checkout, else the code of the refusal. */
  code: string
}

function summarize(answers: Answer[]): (string | number)[] {
  const times = answers.map(answer => answer.seconds).sort((one, other) => one - other)
  const codes = answers.map(answer => answer.code).filter(code => code !== '')
  const format = (seconds = 0) => seconds.toFixed(1)
  return [
    `${answers.length - codes.length} of ${answers.length}`,
    format(times[Math.floor(times.length / 2)]),
    format(times.at(-1)),
    [...new Set(codes)].join(', ') || '–',
  ]
}

async function handOffAll(db: pg.Pool, siteUrl: string, round: number): Promise<Answer[]> {
  const registries = await Promise.all(Array.from({ length: guests }, () => createBenchRegistry(db, 10)))
  return Promise.all(
    registries.map(async ({ code, gifts }, index) => {
      const body = { registry_id: code, giver_name: 'Σοφία', line_items: [{ ...gifts[5], quantity: 1 }] }
      const began = performance.now()
      const response = await fetch(`${siteUrl}/api/cart/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${round}.${index}` },
        body: JSON.stringify(body),
      })
      const reply = (await response.json()) as { data?: { code?: string } }
      const seconds = (performance.now() - began) / 1000
      return { seconds, code: response.ok ? '' : (reply.data?.code ?? String(response.status)) }
    }),
  )
}

/** Makes orders in the store, and tells the product of each. */
async function tellOfOrders({ siteUrl, storeUrl, keys }: ConnectedProduct, count: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-auth-token': keys.credentials.accessToken }
  const { productId, options } = keys.groupGift
  const contribution = {
    product_id: productId,
    quantity: 1,
    price_inc_tax: 40,
    price_ex_tax: 40,
    product_options: [
      { id: options.product, value: '1' },
      { id: options.variant, value: '0' },
    ],
  }
  const order = {
    billing_address: { email: 'bench@doron.example', first_name: 'Bench', last_name: 'Bench', zip: '10552' },
    products: [contribution],
  }
  for (let index = 0; index < count; index++) {
    const made = await fetch(`${storeUrl}/v2/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify(order),
    })
    if (!made.ok) throw new Error(await made.text())
    const { id } = (await made.json()) as { id: number }
    await fetch(`${siteUrl}/api/shop/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [webhookSecretHeader]: webhookSecret },
      body: JSON.stringify({
        scope: 'store/order/updated',
        store_id: '1',
        data: { type: 'order', id },
        hash: `bench-${id}`,
        created_at: Math.floor(Date.now() / 1000),
        producer: `stores/${keys.credentials.storeHash}`,
      }),
    })
  }
}
