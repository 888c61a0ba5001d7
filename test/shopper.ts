import type { TestApp } from './test-app.ts'

/** A browser at the storefronts of the embedded shop: cookies for each host, redirects followed. */
export function shopper(app: Pick<TestApp, 'shop'>) {
  const jars = new Map<string, Map<string, string>>()
  const send = async (url: URL, form?: Record<string, string>) => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    const inShop = new URL(url)
    inShop.pathname = url.pathname.replace(/^\/shop(?=\/|$)/, '') || '/'
    const answer = await app.shop.app.request(inShop.href, {
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    })
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      jar.set(name, value)
    }
    return answer
  }
  /** Opens an address, or sends a form there; answers the last page and where it is. */
  const open = async (address: string, form?: Record<string, string>) => {
    let url = new URL(address)
    let answer = await send(url, form)
    for (let step = 0; step < 6 && answer.headers.has('location'); step++) {
      url = new URL(answer.headers.get('location')!, url)
      answer = await send(url)
    }
    return { status: answer.status, url: url.href, text: await answer.text() }
  }
  return { open }
}
