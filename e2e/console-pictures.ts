import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { demoStaff } from '../src/demo/pages.ts'
import { findChromium } from '../test/chromium.ts'

/** Makes the pictures of docs/console.md from a running demonstration, whose people are invented. */
const [url, folder = 'docs/console'] = process.argv.slice(2)
if (!url) {
  console.error('node e2e/console-pictures.ts ADDRESS [FOLDER] saves the pictures of docs/console.md.')
  process.exit(1)
}
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium(process.env),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const page = await browser.newPage({
  baseURL: url,
  viewport: { width: 1200, height: 760 },
  reducedMotion: 'reduce',
})
await signIn(page)
await page.goto(`/staff/search?q=${encodeURIComponent('demo@doron.example')}`)
const registry = await pathOf(page, 'registries')
const host = await pathOf(page, 'hosts')
const pictures: [name: string, path: string][] = [
  ['deliveries', '/staff/deliveries'],
  ['search', '/staff/search?q=demo@doron.example'],
  ['registry', registry],
  ['seen', `${registry.replace('/registries/', '/seen/host/')}/gifts`],
  ['host', host],
]
for (const [name, path] of pictures) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 55 })
}
await browser.close()

/** With the time code of this moment, or of the next step where that one was used. */
async function signIn(visitor: Page): Promise<void> {
  for (const step of [0, 30]) {
    await visitor.goto('/staff?lang=en')
    await visitor.locator('[name=email]').fill(demoStaff.email)
    await visitor.locator('[name=password]').fill(demoStaff.password)
    const epoch = Math.floor(Date.now() / 1000) + step
    await visitor.locator('[name=code]').fill(generateSync({ secret: demoStaff.secret, epoch }))
    await Promise.all([
      visitor.waitForEvent('framenavigated'),
      visitor.locator('main form button[type=submit]').first().click(),
    ])
    await visitor.waitForLoadState()
    if (!visitor.url().includes('/login')) return
  }
  throw new Error('nobody was signed in')
}

async function pathOf(visitor: Page, kind: string): Promise<string> {
  const href = await visitor.locator(`a[href^="/staff/${kind}/"]`).first().getAttribute('href')
  return new URL(href ?? '', url).pathname
}
