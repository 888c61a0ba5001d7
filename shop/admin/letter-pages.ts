import type { Hono } from 'hono'
import { html } from 'hono/html'
import { findLetters } from '../letters.ts'
import type { Store } from '../store.ts'
import { createPageContext, renderPage } from '../storefront/layout.ts'
import { emitEvent } from '../webhooks.ts'

/** Letters that a real shop would send, and the end of the store for every app. */
export function addLetterPages(app: Hono, store: Store): void {
  app.get('/letters', async c => {
    const letters = await findLetters(store.db)
    return renderPage(createPageContext(store, c, 'en'), {
      title: 'Letters',
      body: html`<h1>Letters</h1>${letters
        .reverse()
        .map(({ to, subject, text }) => html`<h2>${subject}</h2><p>To ${to}</p><pre>${text}</pre>`)}
<form method="post" action="${store.basePath}/admin/uninstall"><button class="quiet">Cancel the store for its apps</button></form>`,
    })
  })
  app.post('/uninstall', async c => {
    await emitEvent(store, store.db, 'store/app/uninstalled', { type: 'store' })
    return c.redirect(`${store.basePath}/admin/letters`, 303)
  })
}
