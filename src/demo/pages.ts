import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { generateSync } from 'otplib'
import { listMailbox, listTextMessages } from '../server/email/outbox.ts'
import { findRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { type SocialNetwork, socialNetworks } from '../server/setting-kinds.ts'

/** The content security policy of an e-mail preview: inline styles and pictures, nothing else. */
export const emailPreviewPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:"

const maxListed = 200

/** The local mailbox: the list of sent e-mails, and each one as its reader sees it. */
export function demoMailboxRoutes(db: Db): Hono {
  const pages = new Hono()
  pages.get('/dev/mail', async c => {
    const emails = await listMailbox(db, maxListed)
    return c.html(
      demoPage(
        'E-mails sent',
        emails.length === 0
          ? html`<p>No e-mail has been sent yet.</p>`
          : html`<ul>
              ${emails.map(
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
    const messages = await listTextMessages(db, maxListed)
    const list = html`<ul>
      ${messages.map(one => html`<li><small>${one.recipient}</small><br />${one.body}</li>`)}
    </ul>`
    return c.html(
      demoPage(
        'Text messages sent',
        messages.length === 0 ? html`<p>No message has been sent yet.</p>` : list,
      ),
    )
  })
  pages.get('/dev/mail/:id', async c => showEmail(c, db, c.req.param('id')))
  return pages
}

async function showEmail(c: Context, db: Db, id: string): Promise<Response> {
  const email = await findRow(db, 'mailbox', { message_id: id }, ['html', 'plain'])
  if (!email) return c.notFound()
  if (c.req.query('part') === 'text') return c.text(email.plain)
  c.header('content-security-policy', emailPreviewPolicy)
  return c.html(email.html)
}

/** Where the demonstration's footer leads to instead of an account on that network, because an invented one would be a stranger's. */
export const demoSocialPath = (network: SocialNetwork) => `/dev/social/${network.toLowerCase()}`

/** What stands in the place of the shop's account on a network. */
export function demoSocialRoutes(): Hono {
  const pages = new Hono()
  for (const network of socialNetworks)
    pages.get(demoSocialPath(network), c =>
      c.html(
        demoPage(
          network,
          html`<p>
            This is a demonstration: the shop’s own page on ${network} would open here, once the setting
            <code>SOCIAL</code> names it.
          </p>`,
        ),
      ),
    )
  return pages
}

/** The staff person of the demonstration; an authenticator app takes the key as it stands here. */
export const demoStaff = {
  name: 'Άννα Ρήγα',
  email: 'staff@doron.example',
  password: 'pomegranate-staff',
  secret: 'DORONDEMODORONDEMODORONDEMODORON',
}

const stepSeconds = 30

/** Shows the time code of the staff person, so that trying the console takes no authenticator app. */
export function demoStaffRoutes(now: () => Date): Hono {
  const pages = new Hono()
  pages.get('/dev/time-code', c => {
    const epoch = Math.floor(now().getTime() / 1000)
    const seconds = stepSeconds - (epoch % stepSeconds)
    // The page comes back with the next code.
    c.header('refresh', String(seconds + 1))
    c.header('cache-control', 'no-store')
    const code = generateSync({ secret: demoStaff.secret, epoch })
    return c.html(demoPage('Time code', html`<h2>${code}</h2><p>Another one in ${seconds} s.</p>`))
  })
  return pages
}

/** The frame of a page for developers and for people who try the site. */
export function demoPage(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${raw(styleSheet)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`
}

/** The site's colours and type; its typefaces only where the device has them. */
const styleSheet = [
  'body{margin:0;background:#fbf7f0;color:#23262d;font:1rem/1.5 Commissioner,system-ui,sans-serif}',
  'main{max-width:75rem;margin:auto;padding:2.5rem 1.25rem 4rem}',
  'h1,h2{margin:0;font-family:Literata,Georgia,serif;font-weight:500;letter-spacing:-.015em;line-height:1.2}',
  'h1{font-size:2.5rem}h2{margin:3rem 0 .75rem;font-size:1.6875rem}h2::first-letter{text-transform:uppercase}',
  'p{margin:.5rem 0;color:#5f6068}a{color:#a3233a;text-underline-offset:4px}small{color:#5f6068}',
  'ul{margin:1.5rem 0 0;padding:0;list-style:none}li{padding:.9rem 0;border-top:1px solid #e6dccb}',
  '.letters{margin:0}.letters li{display:grid;gap:.35rem 1.5rem}.letters a{padding:.15rem 0}.pair{font-weight:600}',
  '@media(width>=48rem){.letters li{grid-template-columns:13rem 1fr 1fr}}',
  '.ways{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.25rem 0}',
  '.ways a{padding:.55rem 1.25rem;border:1px solid #8f8676;border-radius:999px;color:#23262d;text-decoration:none}',
  '.ways a[aria-current]{background:#23262d;border-color:#23262d;color:#fff}',
  '.sheets{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}',
  '.sheets.narrow{grid-template-columns:repeat(auto-fit,20rem)}',
  'figure{margin:0}figcaption{margin-bottom:.5rem;font-weight:600}',
  'iframe,pre{box-sizing:border-box;width:100%;height:48rem;margin:0;border:1px solid #e6dccb;border-radius:18px}',
  'pre{height:auto;padding:1.25rem;background:#fffdf9;white-space:pre-wrap;overflow-wrap:anywhere}',
  ':focus-visible{outline:2px solid #23262d;outline-offset:2px}',
].join('')
