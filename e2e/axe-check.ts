import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { run } from 'axe-core'

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

declare global {
  interface Window {
    axe?: { run: typeof run }
  }
}

/** The accessibility violations that axe finds on a page, one line a rule with the elements that break it. */
export async function findAxeViolations(page: Page, skippedRules: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource)
  return page.evaluate(async rules => {
    const { violations } = await window.axe!.run(document, {
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
      rules: Object.fromEntries(rules.map(rule => [rule, { enabled: false }])),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
  }, skippedRules)
}
