import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { languages } from '../src/base/language.ts'
import { inLanguage } from '../src/base/paths.ts'
import { findChromium } from '../test/chromium.ts'

/** Widths at which the layout changes or that most people have, in CSS pixels. */
const widths = [390, 991, 992, 1360]
const usual = ['/', '/login', '/register', '/create-registry', '/find-registry', '/cart', '/404']

const [url, out, ...asked] = process.argv.slice(2)
if (!url || !out) {
  console.error('node e2e/look.ts ADDRESS FOLDER [PATH …] takes pictures of pages for people to look at.')
  process.exit(1)
}
await mkdir(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium(process.env),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const width of widths) {
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  })
  for (const path of asked.length > 0 ? asked : usual)
    for (const language of languages) {
      // English has no mark in addresses; here it must win over the remembered language.
      await page.goto(
        language === 'en' ? `${path}${path.includes('?') ? '&' : '?'}lang=en` : inLanguage(path, language),
      )
      const name = path.replace(/^\//, '').replace(/\W+/g, '-') || 'home'
      await page.screenshot({ path: `${out}/${name}-${language}-${width}.png`, fullPage: true })
    }
  await page.close()
}
await browser.close()
