import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contracts, folderOfDescriptions } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { webhookPath } from '../../shop/port.ts'

/**
 * Webhooks of every shape over HTTP: forged ones get 401 (R913), others 200, as the platform disables refused ones
 * (R914).
 */
const app = opened(() => testApp())

interface Delivery {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

function send({ body, headers = {} }: Delivery): Promise<Response> {
  const id = `msg_${randomUUID()}`
  const sentAt = String(Math.floor(app.clock.now.getTime() / 1000))
  const secret = app.shop.credentials.clientSecret
  const sign = (key: string) =>
    createHmac('sha256', key).update(`${id}.${sentAt}.`).update(body).digest('base64')
  return app.request(webhookPath, {
    method: 'POST',
    headers: {
      'x-doron-hook-key': createHmac('sha256', secret).update('doron hook key').digest('hex'),
      'webhook-id': id,
      'webhook-timestamp': sentAt,
      'webhook-signature': `v1,${sign(secret)}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
}
const producer = () => `stores/${app.shop.credentials.storeHash}`
const subjects = async () =>
  (await app.db.selectFrom('webhook_event').select('subject').orderBy('subject').execute()).map(
    ({ subject }) => subject,
  )
const clear = () => app.db.deleteFrom('webhook_event').execute()

/** Examples from the platform's API description; empty where that isn't available. */
function publishedExamples(): { scope: string; data: Record<string, unknown> }[] {
  if (!contracts) return []
  const text = readFileSync(new URL('webhooks.v3.yml', folderOfDescriptions), 'utf8')
  return [...text.matchAll(/```json filename="Example callback object"[^\n]*\n([\s\S]*?)```/g)].flatMap(
    ([, json = '']) => {
      try {
        return [JSON.parse(json)]
      } catch {
        return []
      }
    },
  )
}

test('every published shape is answered 200, and stored as what it names', async () => {
  const named: Record<string, string[]> = {}
  for (const example of publishedExamples()) {
    await clear()
    const body = JSON.stringify({ ...example, producer: producer() })
    for (let time = 0; time < 2; time++) expect((await send({ body })).status, example.scope).toBe(200)
    named[example.scope] = [...new Set(await subjects())]
  }
  if (!contracts) return
  expect(named).toMatchObject({
    'store/order/refund/created': ['order 250'],
    'store/order/archived': ['order 250'],
    'store/order/statusUpdated': ['order 250'],
    'store/information/updated': ['settings 0'],
    'store/channel/updated': ['settings 0'],
    'store/app/uninstalled': ['access 0'],
    'store/customer/address/created': [],
    'store/subscriber/created': [],
  })
  await clear()
})

test('odd and unknown ones are answered 200, and what names nothing is forgotten', async () => {
  const whole = {
    scope: 'store/order/refund/created',
    store_id: '1025646',
    producer: producer(),
    hash: '352e4afc6dd3fc85ea26bfdf3f91852604d57528',
    created_at: 1_561_482_670,
    data: { type: 'order', id: 250, refund: { refund_id: 3 } },
  }
  const odd: [object, string[]][] = [
    [{ ...whole, hash: undefined, created_at: undefined, store_id: undefined }, ['order 250']],
    [{ ...whole, hash: 7, created_at: 'yesterday' }, ['order 250']],
    [{ ...whole, data: { type: 'order', id: '250' } }, ['order 250']],
    ...[null, undefined, [], 'order', 7].map(data => [{ ...whole, data }, []] as [object, string[]]),
    ...[-1, 0, 2.5, 1e300, null, {}, 'x', '9'.repeat(40)].map(
      id => [{ ...whole, data: { id } }, []] as [object, string[]],
    ),
    [{ ...whole, scope: 'store/unheard/of' }, []],
    [{ ...whole, scope: 'store/channel/tomorrow', data: null }, ['settings 0']],
    [{ ...whole, scope: 9 }, []],
    [{ ...whole, scope: null }, []],
    [[whole], []],
  ]
  for (const [shape, stored] of odd) {
    await clear()
    const body = JSON.stringify(shape)
    expect((await send({ body })).status, body).toBe(200)
    expect(await subjects(), body).toEqual(stored)
  }
  for (const body of ['', 'null', '{', '"a"', '\u0000', new Uint8Array([0xff, 0xfe])])
    expect((await send({ body })).status).toBe(200)
  await clear()
})

test('one that is forged or too large is refused before anything is stored', async () => {
  const body = JSON.stringify({
    scope: 'store/app/uninstalled',
    producer: producer(),
    hash: 'x',
    created_at: 1,
    data: { type: 'store' },
  })
  const forged = { 'webhook-signature': 'v1,AAAA' }
  expect((await send({ body, headers: forged })).status).toBe(401)
  expect((await send({ body: body.replace(producer(), 'stores/another') })).status).toBe(401)
  const huge = JSON.stringify({
    scope: 'store/app/uninstalled',
    producer: producer(),
    data: { x: 'y'.repeat(4_000_000) },
  })
  expect((await send({ body: huge })).status).toBe(413)
  expect(await subjects()).toEqual([])
  expect(app.processA.shop.isEnabled()).toBe(true)
})
