import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, languagesOf, phone, test } from './fixtures.ts'
import { inLanguage } from './hosting-steps.ts'
import { callApi, createTestRegistry, holdGift } from './test-registry.ts'

const teapot = 1001

for (const language of languagesOf('el'))
  test(`a gift that somebody is giving says for how long, and when it can be given again, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const at = { locale: language }
    // Some minutes may have run down on a busy machine.
    const minutes = new RegExp([15, 14, 13, 12].map(count => m.gift_held_minutes({ count }, at)).join('|'))
    const { id, token } = await createTestRegistry(site.url, [{ product_id: teapot }], {}, language)
    await holdGift(site.url, id, teapot)
    const guest = await visitor({ viewport: phone })
    await guest.goto(inLanguage(`/registry/${id}/${teapot}`, language))
    const dialog = guest.getByRole('dialog')
    await expect(dialog).toContainText(minutes)
    await checkPage(guest, language, 'held')

    const gifts = await callApi<{ data: { id: number }[] }>(site.url, '/registry/show/products', {
      registry_id: id,
    })
    const wishFor = (quantity: number) =>
      callApi(site.url, '/me/registry/change/product', { gift_id: gifts.data[0]?.id, quantity }, token)
    await wishFor(2)
    await expect(dialog.getByRole('status').getByText(m.gift_free_again({}, at))).toBeVisible()
    await expect(dialog.getByRole('button', { name: m.give_add_to_cart({}, at) })).toBeVisible()
    await checkPage(guest, language, 'free-again')

    await wishFor(1)
    await expect(dialog).toContainText(minutes)
    await expect(dialog.getByText(m.gift_free_again({}, at))).toBeHidden()
  })
