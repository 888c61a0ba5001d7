import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { run } from 'axe-core'

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

declare global {
  interface Window {
    axe?: { run: typeof run }
  }
}

/**
 * What axe finds wrong with a page as it stands, a line for each rule with the places that break it; `notAsked` are
 * rules by their names. Frames there are none; nothing is asked of what is well, or fetched.
 */
export async function foundByAxe(page: Page, notAsked: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  return page.evaluate(async rules => {
    const { violations } = await window.axe!.run(document, {
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
      rules: Object.fromEntries(rules.map(rule => [rule, { enabled: false }])),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
  }, notAsked)
}
