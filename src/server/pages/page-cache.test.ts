import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createPageCache, hashInlineScripts, type PageCache, type PageToRender } from './page-cache.ts'

const request = new Request('http://doron.invalid/registry/X')
/** Asks for the page; it is not null, because there is a group. */
const ask = async (pages: PageCache, asked: Request, render: PageToRender['render']): Promise<Response> =>
  (await pages.renderAndCache({ key: 'X|en', group: async () => '7', language: 'en', render }, asked)) ??
  Response.error()
/** The end that marks a page as complete. */
const whole = (text: string) => `${text}</html>`
const page =
  (text: string, until = 1000) =>
  async () => ({ response: new Response(whole(text), { headers: { 'content-type': 'text/html' } }), until })

describe('cached pages', () => {
  it('are rendered once and deleted with their group', async () => {
    const pages = createPageCache({ formTargets: [] })
    pages.setMaxAge(600_000)
    await ask(pages, request, page('one'))
    expect(await pages.find('X|en', request, 999)?.text()).toBe(whole('one'))
    pages.invalidate('8')
    expect(pages.find('X|en', request, 999)).not.toBeNull()
    pages.invalidate('7')
    expect(pages.find('X|en', request, 999)).toBeNull()
  })

  it('expire at their time', async () => {
    const pages = createPageCache({ formTargets: [] })
    pages.setMaxAge(600_000)
    await ask(pages, request, page('one', 1000))
    expect(pages.find('X|en', request, 1000)).toBeNull()
  })

  it('are rendered once for all requests meanwhile, and again after a change', async () => {
    const pages = createPageCache({ formTargets: [] })
    pages.setMaxAge(600_000)
    const waiting: ((text: string) => void)[] = []
    const askLate = async () => {
      const render = () => new Promise<string>(resolve => waiting.push(resolve)).then(text => page(text)())
      return (await ask(pages, request, render)).text()
    }
    const early = [askLate(), askLate(), askLate()]
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    pages.invalidate('7')
    const late = [askLate(), askLate()]
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[0]?.('before')
    waiting[1]?.('after')
    expect(await Promise.all(early)).toEqual(Array(3).fill(whole('before')))
    expect(await Promise.all(late)).toEqual(Array(2).fill(whole('after')))
    expect(await pages.find('X|en', request, 1)?.text()).toBe(whole('after'))
  })

  it('that can’t be shared are rendered for each waiting request', async () => {
    const pages = createPageCache({ formTargets: [] })
    pages.setMaxAge(600_000)
    let count = 0
    const refused = () =>
      ask(pages, request, async () => {
        count++
        return { response: new Response('', { status: 301 }), until: 1000 }
      })
    expect((await Promise.all([refused(), refused()])).map(one => one.status)).toEqual([301, 301])
    expect(count).toBe(2)
    await expect(ask(pages, request, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await (await ask(pages, request, page('well'))).text()).toBe(whole('well'))
  })

  it('are not cached when a change comes while they are rendered', async () => {
    const pages = createPageCache({ formTargets: [] })
    pages.setMaxAge(600_000)
    const answer = await ask(pages, request, async () => {
      pages.invalidate('7')
      return { response: new Response('stale'), until: 1000 }
    })
    expect(await answer.text()).toBe('stale')
    expect(pages.find('X|en', request, 1)).toBeNull()
  })

  it('are not cached while changes can’t be received, nor when their status is not 200', async () => {
    const pages = createPageCache({ formTargets: [] })
    await ask(pages, request, page('unkept'))
    expect(pages.find('X|en', request, 1)).toBeNull()
    pages.setMaxAge(600_000)
    await ask(pages, request, async () => ({
      response: new Response('', { status: 404 }),
      until: 1000,
    }))
    expect(pages.find('X|en', request, 1)).toBeNull()
  })

  it.each<[string, BodyInit, ResponseInit]>([
    ['empty', '', {}],
    ['cut off', '<html><body>half', {}],
    ['of another kind', 'whole</html>', { headers: { 'content-type': 'text/plain' } }],
    ['of no kind', new Uint8Array(3), { headers: {} }],
    ['failed', whole('oh'), { status: 500 }],
    [
      'somebody’s own',
      whole('Eleni'),
      { headers: { 'content-type': 'text/html', 'set-cookie': 'notice=1' } },
    ],
  ])('are not cached when they are %s, and answered as they are', async (_, body, init) => {
    const pages = createPageCache({ formTargets: [] })
    pages.setMaxAge(600_000)
    const response = new Response(body, { headers: { 'content-type': 'text/html' }, ...init })
    const answer = await ask(pages, request, async () => ({ response, until: 1000 }))
    expect(answer.status).toBe(init.status ?? 200)
    expect(await answer.text()).toBe(typeof body === 'string' ? body : '\0\0\0')
    expect(pages.find('X|en', request, 1)).toBeNull()
  })

  it('name their inline scripts by hash', () => {
    const hash = createHash('sha256').update('go()').digest('base64')
    expect(
      hashInlineScripts(
        '<script src="/a.js"></script><script>go()</script><script type="module" async="">go()</script>',
      ),
    ).toEqual([hash])
  })
})
