import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))

/** A browser without JavaScript: plain forms and the choices cookie. */
function aVisitor() {
  let cookie = ''
  const send = async (path: string, fields?: Record<string, string>) => {
    const answer = await site.app.request(path, {
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    const cookieHeader = answer.headers.getSetCookie().find(one => one.startsWith('choices='))
    if (cookieHeader) cookie = cookieHeader.split(';')[0] ?? ''
    return answer
  }
  return {
    send,
    async units() {
      const html = await (await send('/cart')).text()
      return Number(/w-14 text-center tabular-nums">(\d+)</.exec(html)?.[1])
    },
  }
}

test('units change by plain forms, between one and what is wished for', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry, { quantity: 3 })
  const visitor = aVisitor()
  await visitor.send(`/registry/${registry.code}/${gift.productId}`, { gift: String(gift.id), quantity: '2' })
  expect(await visitor.units()).toBe(2)
  const steps = [
    ['more', 3],
    ['more', 3],
    ['less', 2],
    ['less', 1],
    ['less', 1],
  ] as const
  for (const [intent, units] of steps) {
    const answer = await visitor.send('/cart', { intent, gift: String(gift.id) })
    expect(answer.status).toBe(302)
    expect(await visitor.units()).toBe(units)
  }
})
