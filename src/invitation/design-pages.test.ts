import { expect, test } from 'vitest'
import { openHostPages } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { finishedDesigns } from './content.rules.ts'
import { showEventDetails } from './day.contract.ts'
import { type GuestView, listGuests, saveGuest } from './guests.contract.ts'

const pages = opened(() => openHostPages())

const { olive } = finishedDesigns
const words = { subject: 'Ελάτε στον γάμο μας', message: 'Θα χορέψουμε ως το πρωί.' }

test('the pages for the invited and the printed cards take the design of the invitation', async () => {
  const { app, host, registry } = pages
  const asHost = { as: host.token }
  const saved = await pages.submit(pages.pathTo('edit/invitation-settings'), {
    intent: 'continue',
    ...words,
    ...olive,
    font_size: String(olive.font_size),
  })
  expect(saved.location).toContain('/edit/invitation-settings/send?done=save')
  const inUse = { background_image: '0'.repeat(40) }
  await app.db.updateTable('invitation_content').set(inUse).where('registry_id', '=', registry.id).execute()

  await app.call(saveGuest, { registry_id: registry.code, name: 'Άννα' }, asHost)
  const guests = await app.call<GuestView[]>(listGuests, { registry_id: registry.code }, asHost)
  const day = await app.call<{ token: string }>(showEventDetails, { registry: registry.code }, asHost)
  const [reply, invited, cards] = await Promise.all(
    [`/reply/${guests.data[0]?.token}`, `/invited/${day.data.token}`, `/registry/${registry.code}/cards`].map(
      async path => (await pages.view(path)).html,
    ),
  )
  for (const html of [reply, invited])
    expect(html).toContain(`.designed{background:${olive.background_color}`)
  for (const html of [reply, invited, cards]) {
    expect(html).toContain(`color:${olive.text_color}`)
    expect(html).toContain("font-family:'GFS Didot'")
  }
  expect(reply).toContain(words.message)
  expect(reply).toContain('/invitation-picture/')
  // The link that may be passed on tells the day and takes replies: no letter, no pictures.
  expect(invited).not.toMatch(/Θα χορέψουμε|Ελάτε στον γάμο|invitation-picture/)
})
