import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Config } from './config.ts'
import type { Db } from './tables.ts'

/** A demonstration: the embedded shop, on this machine alone (product.md 21). */
export function isDemo({ SHOP_STORE_HASH, HOST }: Config): boolean {
  return SHOP_STORE_HASH === undefined && ['127.0.0.1', '::1', 'localhost'].includes(HOST)
}

/** A letter carries its own inline styles, and nothing else. */
export const letterPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:"

const mostListed = 200

/** The local mailbox: every letter that was sent, and each one as its reader sees it. */
export function mailboxPages(db: Db): Hono {
  const pages = new Hono()
  pages.get('/dev/mail', async c => {
    const letters = await db
      .selectFrom('mailbox')
      .select(['message_id', 'recipient', 'subject', 'received_at'])
      .orderBy('received_at', 'desc')
      .limit(mostListed)
      .execute()
    return c.html(
      page(
        'Letters sent',
        letters.length === 0
          ? html`<p>No letter has been sent yet.</p>`
          : html`<ul>
              ${letters.map(
                one =>
                  html`<li>
                    <a href="/dev/mail/${encodeURIComponent(one.message_id)}">${one.subject}</a><br />
                    <a href="/dev/mail/${encodeURIComponent(one.message_id)}?part=text">text</a>
                    <small>${one.recipient} · ${one.received_at.toISOString().slice(0, 16).replace('T', ' ')}</small>
                  </li>`,
              )}
            </ul>`,
      ),
    )
  })
  pages.get('/dev/sms', async c => {
    const messages = await db
      .selectFrom('text_message')
      .selectAll()
      .orderBy('received_at', 'desc')
      .limit(mostListed)
      .execute()
    const list = html`<ul>
      ${messages.map(one => html`<li><small>${one.recipient}</small><br />${one.body}</li>`)}
    </ul>`
    return c.html(
      page('Text messages sent', messages.length === 0 ? html`<p>No message has been sent yet.</p>` : list),
    )
  })
  pages.get('/dev/mail/:id', async c => show(c, db, c.req.param('id')))
  return pages
}

async function show(c: Context, db: Db, id: string): Promise<Response> {
  const letter = await db.selectFrom('mailbox').selectAll().where('message_id', '=', id).executeTakeFirst()
  if (!letter) return c.notFound()
  if (c.req.query('part') === 'text') return c.text(letter.plain)
  c.header('content-security-policy', letterPolicy)
  return c.html(letter.html)
}

/** A plain page for the people who build and try the site. */
export function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`
}
