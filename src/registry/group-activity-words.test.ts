import { beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type World } from '../../test/everything-to-get.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf } from '../../test/page-client.ts'
import { textOf } from '../../test/plain-browser.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { allLetters } from '../app/letters.ts'
import { languages } from '../base/language.ts'
import { sampleEmailProps } from '../demo/letter-gallery.ts'
import { renderEmail } from '../server/email/email-sender.ts'

/** “Hosts” and “co-host”, and the same in Greek; addresses such as /co-host are no words. */
const hostWord = /(?<![/\w-])(?:co-)?hosts?(?![\w-]|\.example)|οικοδεσπ[οό]τ/i

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let world: World
beforeAll(async () => {
  world = await aWorld(app)
  await app.db.updateTable('registry').set({ event_type: 'group-activity' }).execute()
})

/** Pages about one registry; the others are for hosts of all kinds. */
const isAboutRegistry = (path: string) =>
  /^\/(registry|my-registries|reply|co-host|thank-you|my-gift|edit)\b/.test(path)

/** A link that moves its code into a cookie is followed with it. */
async function open(path: string, headers: Record<string, string>) {
  const answer = await site.app.request(path, { headers })
  if (answer.status !== 302 || !/[?&]code=/.test(path)) return answer
  const cookie = [headers.cookie, cookiesOf(answer)].filter(Boolean).join('; ')
  return site.app.request(answer.headers.get('location') ?? '', { headers: { ...headers, cookie } })
}

describe.each(languages)('a group activity has organisers: %s', language => {
  test('on its pages', async () => {
    const found: string[] = []
    let read = 0
    for (const visitor of process.env.TEST_FULL ? ['owner', 'co-host', 'nobody'] : ['owner', 'nobody'])
      for (const path of world.paths.filter(isAboutRegistry)) {
        const answer = await open(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, {
          ...world.visitors[visitor],
        })
        const html = await answer.text()
        if (answer.status !== 200 || !html.includes('<main')) continue
        read += 1
        const word = hostWord.exec(textOf(html))
        if (word) found.push(`${visitor} ${path}: ${textOf(html).slice(word.index - 40, word.index + 40)}`)
      }
    expect(found).toEqual([])
    expect(read).toBeGreaterThan(30)
  })

  test.each(Object.keys(allLetters).filter(name => !isForStaff(name)))('in the e-mail %s', async name => {
    const letter = allLetters[name]!
    const props = withOrganisers(sampleEmailProps(letter, language))
    const { subject, text } = await renderEmail(letter, props, language, {
      SITE_NAME: 'Doron',
      SITE_MARK: undefined,
      SITE_URL: 'https://registry.example',
      SUPPORT_EMAIL: 'help@registry.example',
    })
    expect(`${subject}\n${text}`).not.toMatch(hostWord)
  })
})

/** Letters to the shop's staff are about registries of all kinds. */
const isForStaff = (name: string) => /^(?:order-(?:released|unplaced)|pictures-full)$/.test(name)

function withOrganisers(props: unknown): unknown {
  return JSON.parse(JSON.stringify(props), (key, value) => (key === 'host_kind' ? 'organisers' : value))
}
