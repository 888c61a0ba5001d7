import { describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { plainBrowser } from '../../test/plain-browser.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { addDays, dayInAthens } from '../base/dates.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))

const sentences = {
  en: {
    hidden: 'This registry can’t be opened any more',
    closed: 'This registry has closed',
    secret: 'Surprise mode is on',
    paid: 'This cart has been paid for already',
    used: 'The cart has changed in the meantime',
  },
  el: {
    hidden: 'Η λίστα δεν ανοίγει πια',
    closed: 'Η λίστα έχει κλείσει',
    secret: 'Η λειτουργία έκπληξης είναι ενεργή',
    paid: 'Το καλάθι έχει ήδη πληρωθεί',
    used: 'Το καλάθι άλλαξε στο μεταξύ',
  },
}

describe.each(['en', 'el'] as const)('what a refused checkout says: %s', language => {
  const said = sentences[language]

  /** A browser without JavaScript, of a guest or that host, with a gift of a new registry in the cart. */
  const aCart = async (host?: Host) => {
    const registry = await aRegistry(app, host ?? (await aHost(app)))
    const gift = await aGift(app, registry, { quantity: 9 })
    const browse = plainBrowser(site, host?.token)
    const choose = () => browse(`/registry/${registry.code}/${gift.productId}`, chosen(gift))
    await choose()
    const checkOut = async (key: string) => {
      const { html } = await browse(`/cart?lang=${language}`, { intent: 'checkout', key })
      return html.slice(html.indexOf('<main')).match(/role="alert"[\s\S]*?<\/div>/)?.[0] ?? ''
    }
    const set = (values: object) =>
      app.db.updateTable('registry').set(values).where('id', '=', registry.id).execute()
    return { registry, choose, checkOut, set }
  }

  test('private, deleted and unknown registries share one sentence', async () => {
    for (const gone of [{ privacy: 'private' }, { removed_at: new Date() }]) {
      const { checkOut, set } = await aCart()
      await set(gone)
      expect(await checkOut('key-hidden')).toContain(said.hidden)
    }
  })

  test('closed and secret ones have their own', async () => {
    const closed = await aCart()
    await closed.set({ closing_day: addDays(dayInAthens(app.clock.now), -1) })
    expect(await closed.checkOut('key-closed')).toContain(said.closed)
    const secret = await aCart(await aHost(app))
    await secret.set({ surprise: true })
    expect(await secret.checkOut('key-secret')).toContain(said.secret)
  })

  test('so have a paid cart, with the way to what became of it, and a used key', async () => {
    const { registry, choose, checkOut } = await aCart()
    const key = `key-of-${language}`
    expect(await checkOut(key)).toBe('')
    await choose()
    await choose()
    expect(await checkOut(key)).toContain(said.used)
    const { cart_id } = await app.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('registry_id', '=', registry.id)
      .executeTakeFirstOrThrow()
    await app.shop.actions.pay(cart_id!)
    const guest = plainBrowser(site)
    const gift = await app.db
      .selectFrom('gift')
      .selectAll()
      .where('registry_id', '=', registry.id)
      .executeTakeFirstOrThrow()
    await guest(`/registry/${registry.code}/${gift.product_id}`, chosen(gift))
    const { html } = await guest(`/cart?lang=${language}`, { intent: 'checkout', key })
    expect(html).toContain(said.paid)
    expect(html).toMatch(/role="alert"[\s\S]*href="\/thank-you\//)
  })
})

const chosen = ({ id }: { id: number }) => ({ gift: String(id), quantity: '1' })
