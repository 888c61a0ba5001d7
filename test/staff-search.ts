import { aHost, aRegistry } from './builders.ts'
import { consoleOn, staffClient } from './staff-client.ts'
import { openPagesOf, type SingleTestApp, testApp } from './test-app.ts'

/** An app with the shop and its console, searched by one person of each of two roles. */
export async function openStaffSearch() {
  const app = await testApp()
  await app.job('webhook-registration')
  const { db } = app
  const site: SingleTestApp = await openPagesOf(app, { env: consoleOn })
  const staff = staffClient(() => site)
  const support = await staff.sessionOf('support@shop.gr', 'support')
  const manager = await staff.sessionOf('manager@shop.gr', 'manager')

  /** What the page shows of a search, by support unless told. */
  async function find(q: string, cookie = support): Promise<string> {
    const html = await (await staff.view(`/staff/search?q=${encodeURIComponent(q)}`, cookie)).text()
    const start = html.indexOf('<h1')
    return html.slice(start, html.indexOf('<script', start))
  }

  /** A registry whose hosts are named so, as staff find them after the next look. */
  async function named(surname: string, more: object = {}) {
    const host = await aHost(app, 'Θεοδώρα')
    const registry = await aRegistry(app, host)
    await db
      .updateTable('registry')
      .set({ surname, registry_name: `Οι ${surname}`, ...more })
      .where('id', '=', registry.id)
      .execute()
    await db.updateTable('customer').set({ surname }).where('id', '=', host.id).execute()
    await app.job('search-index')
    return { host, registry }
  }

  return {
    app,
    support,
    manager,
    find,
    named,
    view: staff.view,
    send: staff.send,
    async close() {
      await site.close()
      await app.close()
    },
  }
}
