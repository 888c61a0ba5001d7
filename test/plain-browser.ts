import type { SingleTestApp } from './test-app.ts'

/** A browser without JavaScript: it keeps cookies, and opens pages or posts their forms. */
export function plainBrowser(site: SingleTestApp, token?: string) {
  const cookies = new Map(token ? [['customerToken', token]] : [])
  return async (path: string, fields?: Record<string, string>) => {
    const answer = await site.app.request(path, {
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      headers: {
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        origin: site.config.SITE_URL,
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(key, value)
    }
    return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
  }
}

/** The text of a page, without tags, with the characters that HTML writes as references. */
export function textOf(html: string): string {
  const signs: Record<string, string> = { '&amp;': '&', '&#x27;': "'", '&quot;': '"', '&nbsp;': ' ' }
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<!--[^>]*-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[#\w]+;/g, sign => signs[sign] ?? sign)
    .replace(/[\s ]+/g, ' ')
}
