import { Hono } from 'hono'
import { html } from 'hono/html'
import { generateSync } from 'otplib'
import { demoPage } from './email/demo-mailbox.ts'

/** The staff person of the demonstration; an authenticator app takes the key as it stands here. */
export const demoStaff = {
  name: 'Άννα Δοκιμαστική',
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
