import { beforeAll, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))
beforeAll(async () => {
  const registry = await aRegistry(site, await aHost(site))
  for (const language of ['el', 'en'] as const)
    await site.db
      .insertInto('handoff')
      .values({
        reference: `thanks-${language}`,
        idempotency_key: `thanks-${language}`,
        fingerprint: '',
        registry_id: registry.id,
        language,
        channel_id: 1,
        visibility: 'full',
        state: 'ordered',
        reserved_until: site.clock.now,
      })
      .execute()
})

test.each([
  ['el', '', '', '/thank-you/thanks-el?lang=el'],
  ['el', '?lang=en', '', null],
  ['el', '', 'I18N_LANGUAGE=en', null],
  ['el', '', 'I18N_LANGUAGE=el', null],
  ['en', '', '', null],
])(
  'after a hand-off in %s, opened with “%s” and the cookie “%s”',
  async (language, query, cookie, target) => {
    const answer = await site.app.request(`/thank-you/thanks-${language}${query}`, { headers: { cookie } })
    expect([answer.status, answer.headers.get('location')]).toEqual([target ? 302 : 200, target])
  },
)
