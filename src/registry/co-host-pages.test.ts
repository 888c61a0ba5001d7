import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'
import { inviteCoHost } from './co-host.contract.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))
const { view, send } = pageClient(() => site)

test('the code of the link leaves the address at once; it is accepted after signing in, once', async () => {
  const [owner, partner] = [await aHost(site), await aHost(site, 'Γιώργος')]
  const { code: id } = await aRegistry(site, owner)
  const shown = (await getRow(site.db, 'registry', { code: id })).registry_name.replace('&', '&amp;')
  await site.call(inviteCoHost, { id, email: partner.email }, owner.token)
  const { props } = await site.db
    .selectFrom('outbox')
    .select('props')
    .where('template', '=', 'co-host-asked')
    .executeTakeFirstOrThrow()
  const { token } = props as { token: string }

  const opening = await view(`/co-host?code=${token}`)
  expect([opening.status, opening.headers.get('location')]).toEqual([302, '/co-host?lang=en'])
  const link = cookiesOf(opening)
  const page = await (await view('/co-host', link)).text()
  expect(page).toContain(shown)
  expect(page).toMatch(/"\/login\?redirect=%2Fco-host&amp;lang=en"/)
  expect(page).not.toContain(token)

  const signedIn = `${link}; customerToken=${partner.token}`
  const done = await send('/co-host', {}, { cookie: signedIn })
  expect(done.headers.get('location')).toContain(`/registry/${id}/edit`)
  expect(done.headers.getSetCookie().join()).toMatch(/co-host=;/)

  const again = await view('/co-host', signedIn)
  expect([again.status, (await again.text()).includes(shown)]).toEqual([404, false])
  expect((await view('/co-host')).status).toBe(404)
})
