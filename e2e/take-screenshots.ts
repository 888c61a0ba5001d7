import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { languages } from '../src/base/language.ts'
import { withLanguage } from '../src/base/paths.ts'
import { findChromium } from '../test/chromium.ts'

/** Common widths and those at which the layout changes, in CSS pixels. */
const widths = [390, 991, 992, 1360]
const defaultPaths = ['/', '/login', '/register', '/create-registry', '/find-registry', '/cart', '/404']

const [url, outputFolder, ...requestedPaths] = process.argv.slice(2)
if (!url || !outputFolder) {
  console.error('node e2e/take-screenshots.ts ADDRESS FOLDER [PATH …] saves screenshots of pages.')
  process.exit(1)
}
await mkdir(outputFolder, { recursive: true })
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
  for (const path of requestedPaths.length > 0 ? requestedPaths : defaultPaths)
    for (const language of languages) {
      // Addresses in English have no `lang`; here it must override the remembered language.
      await page.goto(
        language === 'en' ? `${path}${path.includes('?') ? '&' : '?'}lang=en` : withLanguage(path, language),
      )
      const name = path.replace(/^\//, '').replace(/\W+/g, '-') || 'home'
      await page.screenshot({ path: `${outputFolder}/${name}-${language}-${width}.png`, fullPage: true })
    }
  await page.close()
}
await browser.close()
