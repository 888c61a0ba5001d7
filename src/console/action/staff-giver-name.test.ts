import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { changeMyGift, showMyGift } from '../../orders/my-gift/my-gift.contract.ts'
import { syncOrder } from '../../orders/orders.ts'
import { listReceivedGifts } from '../../orders/received.contract.ts'

/** Correcting a misspelt name of a giver (R1030). */
const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
let gift: AGift
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
  gift = await aGift(app, host.registry, { quantity: 3, cents: 3000 })
})
afterEach(() => expectInvariants(app.db, host.registry.id))

/** Gives one unit; answers the line, and the token by which the giver changes their words. */
async function give(more: object = {}) {
  const { cartId, wordsToken: token } = await handOff(app, host.registry, [lineOf(gift, { units: 1 })], more)
  const { id: order } = await app.shop.actions.pay(cartId, { email: 'eleni@example.gr' })
  await app.deliver()
  const [{ line_id: line } = { line_id: 0 }] = (await purchasesOf(app, gift)).filter(
    one => one.order_id === order,
  )
  return { order, line, token }
}

const namesReadByHosts = async () => {
  const { data } = await app.call<{ giver: string }[]>(
    listReceivedGifts,
    { registry_id: host.registry.code },
    { as: host.token },
  )
  return data.map(({ giver }) => giver)
}
const historyOf = () =>
  app.db
    .selectFrom('registry_change')
    .select(['what', 'customer_id', 'about'])
    .where('registry_id', '=', host.registry.id)
    .where('what', '=', 'shop_gift_giver')
    .execute()
const ordersPage = async () =>
  (await pages.view(`/staff/registries/${host.registry.code}/orders`, pages.support)).text()

describe('a giver’s name', () => {
  test('is corrected by support once, whole or not at all, and no later reading of the order undoes it', async () => {
    const { order, line } = await give({ giver_name: 'Λένη Παπαδοπουλου' })
    expect(await ordersPage()).toContain(`/staff/actions/giver_renamed?order=${order}&amp;line=${line}`)
    const known = { order, line }
    const form = await pages.view(`/staff/actions/giver_renamed?order=${order}&line=${line}`, pages.support)
    expect(await form.text()).toContain('value="Λένη Παπαδοπουλου"')
    for (const [giver, problem] of [
      ['', 'Field is required'],
      ['α'.repeat(61), 'Name is too long'],
      ['Λένη Παπαδοπουλου', 'This is the name already'],
    ])
      expect(
        (await pages.look(pages.support, 'giver_renamed', { ...known, giver: giver ?? '' })).text,
      ).toContain(problem)
    expect(
      (await pages.look(pages.support, 'giver_renamed', { order, line: 999_999, giver: 'Α' })).hidden,
    ).not.toHaveProperty('version')
    const fields = { ...known, giver: 'Ελένη Παπαδοπούλου' }
    const { hidden, text } = await pages.look(pages.support, 'giver_renamed', fields)
    expect(text).toMatch(/Giver\s+Before\s+Λένη Παπαδοπουλου\s+After\s+Ελένη Παπαδοπούλου/)
    await pages.breakAudit(async () => {
      expect((await pages.send(pages.support, 'giver_renamed', hidden)).status).toBe(500)
    })
    expect(await namesReadByHosts()).toEqual(['Λένη Παπαδοπουλου'])
    expect(await pages.race(pages.support, 'giver_renamed', fields)).toContain(409)
    expect(await namesReadByHosts()).toEqual(['Ελένη Παπαδοπούλου'])
    const page = await pages.send(pages.support, 'giver_renamed', hidden)
    expect([page.status, page.html]).toEqual([409, expect.stringContaining('Corrected a giver’s name')])
    await app.shop.actions.changeStatus(order, 9)
    await app.job('order-sync')
    expect(await namesReadByHosts()).toEqual(['Ελένη Παπαδοπούλου'])
    const slip = await pages.view(`/staff/deliveries/${host.registry.code}`, pages.support)
    expect(await slip.text()).toContain('Ελένη Παπαδοπούλου')
    expect(await pages.audited('giver_renamed', host.registry)).toMatchObject([
      {
        subject: `order ${order}`,
        reason: 'They called.',
        before: { giver: 'Λένη Παπαδοπουλου' },
        after: { giver: 'Ελένη Παπαδοπούλου' },
      },
    ])
    const history = await historyOf()
    expect(history).toMatchObject([{ what: 'shop_gift_giver', customer_id: null }])
    expect(JSON.stringify(history)).not.toContain('Παπαδοπ')
  })

  test('is told to hosts where they read another one: who gave with initials, or as nobody, stays so', async () => {
    const withInitials = await give({ giver_name: 'Mara Ioanou', visibility: 'initials' })
    const nobody = await give({ giver_name: 'Nikos Petru', visibility: 'anonymous' })
    const rename = (line: typeof nobody, giver: string) =>
      pages.act(pages.support, 'giver_renamed', { order: line.order, line: line.line, giver })
    expect(await rename(withInitials, 'Mara Ioannou')).toMatchObject({ status: 302 })
    expect(await rename(nobody, 'Nikos Petrou')).toMatchObject({
      to: `/staff/registries/${host.registry.code}/orders?order=${nobody.order}#order-${nobody.order}`,
    })
    expect((await namesReadByHosts()).sort()).toEqual(['', 'M. I.'])
    expect(await historyOf()).toEqual([])
    expect(await rename(withInitials, 'Lara Ioannou')).toMatchObject({ status: 302 })
    expect((await namesReadByHosts()).sort()).toEqual(['', 'L. I.'])
    expect(await historyOf()).toHaveLength(1)
  })

  test('of a receipt is corrected, too, and each of an order that staff placed for two', async () => {
    const receipt = {
      registry: host.registry.code,
      receipt: 'ΑΠΥ-1030',
      gift: gift.id,
      units: 1,
      giver: 'Κοστας',
    }
    await pages.act(pages.support, 'receipt_recorded', receipt)
    const [first] = await purchasesOf(app, gift)
    const known = { order: first!.order_id, line: first!.line_id, giver: 'Κώστας' }
    expect(await pages.act(pages.support, 'giver_renamed', known)).toMatchObject({
      to: expect.stringMatching(/\/orders\?order=-\d+#receipt-\d+$/),
    })
    expect(await namesReadByHosts()).toEqual(['Κώστας'])

    const other = await aGift(app, host.registry, { cents: 3000 })
    const line_items = [gift, other].map(one => ({
      product_id: one.productId,
      variant_id: one.variantId,
      quantity: 1,
    }))
    const answer = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items })
    const { data } = (await answer.json()) as { data: { id: string } }
    const { id: order } = await app.shop.actions.pay(data.id)
    await app.deliver()
    const lines = (await app.processA.shop.fetchOrder(order))?.lines ?? []
    for (const [index, giver] of ['Θεία Μαρια', 'Θείος Γιώργος'].entries()) {
      const place = { order, registry: host.registry.code, line: lines[index]!.id, giver }
      await pages.act(pages.support, 'line_placed', { ...place, gift: [gift, other][index]!.id })
    }
    const links = (await ordersPage()).split(`giver_renamed?order=${order}`)
    expect([links.length, links.join()]).toEqual([3, expect.stringContaining('Θεία Μαρια, Θείος Γιώργος')])
    await pages.act(pages.support, 'giver_renamed', { order, line: lines[0]!.id, giver: 'Θεία Μαρία' })
    expect((await namesReadByHosts()).sort()).toEqual(['Θεία Μαρία', 'Θείος Γιώργος', 'Κώστας'])
  })
})

describe('at once with the giver’s own words', () => {
  test('a confirmation that saw another name is refused, and a form that leaves the name alone leaves the correction', async () => {
    const { order, line, token } = await give({ giver_name: 'Αννα' })
    const { hidden } = await pages.look(pages.support, 'giver_renamed', { order, line, giver: 'Άννα' })
    const { data: opened } = await app.call<{ giver_name: string }>(showMyGift, { token })
    const ownForm = { token, giver_name_before: opened.giver_name, visibility: 'full' }
    await app.call(changeMyGift, { ...ownForm, giver_name: 'Άννα Κ.' })
    expect(await pages.send(pages.support, 'giver_renamed', hidden)).toMatchObject({ status: 409 })
    expect(await namesReadByHosts()).toEqual(['Άννα Κ.'])
    await pages.act(pages.support, 'giver_renamed', { order, line, giver: 'Άννα Κομνηνού' })
    const late = { ...ownForm, giver_name: 'Άννα Κ.', giver_name_before: 'Άννα Κ.', message: 'Να ζήσετε!' }
    expect((await app.call(changeMyGift, late)).status).toBe(200)
    expect(await namesReadByHosts()).toEqual(['Άννα Κομνηνού'])
    expect((await purchasesOf(app, gift))[0]).toMatchObject({ message: 'Να ζήσετε!' })
  })

  test('an order that was read before is stored with the words as they are then', async () => {
    const { order, line, token } = await give({ giver_name: 'Ανα', message: 'Με αγάπι' })
    await app.shop.actions.changeStatus(order, 9)
    const ctx = await jobContextOf(app)
    await syncOrder(order, {
      ...ctx,
      async testHook(name) {
        if (name !== 'order matched') return
        await pages.act(pages.support, 'giver_renamed', { order, line, giver: 'Άννα' })
        const words = {
          giver_name: 'Άννα',
          giver_name_before: 'Άννα',
          visibility: 'full',
          message: 'Με αγάπη',
        }
        await app.call(changeMyGift, { token, ...words })
      },
    })
    const named = { giver_name: 'Άννα', message: 'Με αγάπη' }
    expect(await purchasesOf(app, gift)).toMatchObject([named])
  })

  test('who was erased gets no name back, and the audit keeps none', async () => {
    const { order, line } = await give({ giver_name: 'Ελενη Κάποια' })
    const fields = { order, line, giver: 'Ελένη Κάποια' }
    await pages.act(pages.support, 'giver_renamed', fields)
    const { hidden } = await pages.look(pages.support, 'giver_renamed', { ...fields, giver: 'Έλενα' })
    const erasure = {
      intent: 'erase',
      email: 'eleni@example.gr',
      reason: 'They asked by letter.',
      sure: 'on',
    }
    expect((await pages.post('/staff/people', erasure, pages.manager)).status).toBe(302)
    const refused = await pages.send(pages.support, 'giver_renamed', hidden)
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('no name comes back')])
    expect(await namesReadByHosts()).toEqual([''])
    const [audited] = await pages.audited('giver_renamed', host.registry)
    expect(audited).toMatchObject({ subject: `order ${order}`, reason: null })
    expect([audited?.before, audited?.after]).toEqual([
      { gift: expect.any(String) },
      { gift: expect.any(String) },
    ])
  })
})
