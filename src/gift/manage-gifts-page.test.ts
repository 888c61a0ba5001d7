import { beforeEach, describe, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'

const { teapot, kettle, sofa } = pageProducts

const pages = opened(() => openHostPages())
beforeEach(() => pages.startOver())

test('the arrows work as plain forms, and the answer says the new place', async () => {
  const first = await pages.insertGift(teapot)
  await pages.insertGift(kettle)
  const { status, html } = await pages.submit(pages.pathTo('gifts'), {
    intent: 'move',
    gift_id: String(first),
  })
  expect(status).toBe(200)
  expect(html).toContain('Teapot 11: now in place 2 of 2')
})

test('what was typed of a gift before the session ended stands there again: numbers and ticks, too', async () => {
  const id = await pages.insertGift(teapot, { must_have: true })
  await pages.insertGift(kettle)
  const path = pages.pathTo(`gifts?change=${id}`)
  const typed = { intent: 'change', gift_id: String(id), quantity: '7', place: '2', must_have: '0' }
  const { html } = await pages.view(path, await pages.sendSignedOut(path, typed))
  const [quantity, place, wish] = ['quantity', 'place', 'must_have'].map(
    name => html.match(new RegExp(`<input (?![^>]*hidden)[^>]*name="${name}"[^>]*>`))?.[0],
  )
  expect([quantity, place]).toMatchObject([
    expect.stringContaining('value="7"'),
    expect.stringContaining('value="2"'),
  ])
  expect(wish).not.toContain('checked=""')
})

test('a long list comes in pages', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => index)
  for (const index of rows) await pages.insertGift(10_000 + index)
  const { html } = await pages.view(pages.pathTo('gifts?page=3'))
  expect(html.match(/data-gift=/g)).toHaveLength(20)
  expect(html).toContain('aria-current="page"')
})

describe('a gift that the shop no longer sells', () => {
  test('is swapped with one click for a product of its category and price', async () => {
    const id = await pages.insertGift(teapot, { quantity: 2 })
    await pages.stopSelling(teapot)
    expect((await pages.view(pages.pathTo('gifts'))).html).toContain(`swap=${id}`)
    const dialog = await pages.view(pages.pathTo(`gifts?swap=${id}`))
    expect(dialog.html).toContain('Take this: Teapot 20')
    expect(dialog.html).not.toContain('Take this: Teapot 29')
    const swap = { intent: 'swap', gift_id: String(id), product_id: String(kettle), variant_id: '0' }
    const { location } = await pages.submit(pages.pathTo(`gifts?swap=${id}`), swap)
    expect((await pages.view(location)).html).toContain('The gift was swapped')
    expect((await pages.view(location)).html).toContain('Teapot 20')
  })

  test('can’t be swapped when the shop has it again', async () => {
    const id = await pages.insertGift(teapot)
    const swap = { intent: 'swap', gift_id: String(id), product_id: String(kettle) }
    const { status, html } = await pages.submit(pages.pathTo(`gifts?swap=${id}`), swap)
    expect(status).toBe(409)
    expect(html).toContain('The shop has this product again')
  })
})

test('the dialog of a gift with money says why it stays, and what can be done', async () => {
  const whole = await pages.insertGift(teapot, { quantity: 3 })
  const group = await pages.insertGift(sofa, { is_group: true })
  await pages.give(whole, 'units')
  await pages.give(group, 'contribution')
  const partly = await pages.view(pages.pathTo(`gifts?remove=${whole}`))
  for (const words of ['This gift can’t be removed', 'Keep only the one that was given'])
    expect(partly.html).toContain(words)
  expect((await pages.view(pages.pathTo(`gifts?remove=${group}&lang=el`))).html).toContain('έξυπνα ρέστα')
  const { location } = await pages.submit(pages.pathTo('gifts'), {
    intent: 'keep',
    gift_id: String(whole),
    quantity: '1',
  })
  expect(location).toContain('done=kept')
  expect(
    (await pages.submit(pages.pathTo('gifts'), { intent: 'remove', gift_id: String(group) })).status,
  ).toBe(409)
})
