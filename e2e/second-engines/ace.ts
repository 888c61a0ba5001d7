import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { installSecondEngines } from './install.ts'

interface AceResult {
  ruleId: string
  reasonId: string
  value: [string, string]
  message: string
  snippet: string
  node?: Node
}

interface Ace {
  Checker: new () => { check(root: Document, rulesets: string[]): Promise<{ results: AceResult[] }> }
}

/** What the engine reports and is right all the same. */
const mistaken = [
  // HTML lets an e-mail field say that it holds the username, which is what password managers look for.
  { ruleId: 'input_autocomplete_valid', snippet: 'autocomplete="username"' },
  // The shade that the library draws around what is cut out of a picture shows nothing of its own.
  { ruleId: 'svg_graphics_labelled', snippet: 'ReactCrop__crop-mask' },
  // On a phone the console's headers are read but not seen; browsers go on calling them column headers.
  { ruleId: 'table_headers_exists', snippet: 'stacked-table' },
  // So is the label of the order of gifts, by which browsers go on naming it.
  { ruleId: 'input_label_exists', snippet: 'id="gift-sort"' },
  // Pictures and colours to choose from are named by their fields; the engine wants the text to be seen.
  { ruleId: 'label_content_exists', snippet: 'size-14' },
]

let source: string | undefined

/** The violations that IBM's accessibility checker finds on a page, one line each with the element. */
export async function findAceViolations(page: Page): Promise<string[]> {
  source ??= readFileSync(`${installSecondEngines()}/accessibility-checker-engine/ace.js`, 'utf8')
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(`${source}; window.ace = ace`)
  const results = await page.evaluate(async () => {
    const { ace } = window as unknown as { ace: Ace }
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
    // In a closed <details> neither field nor label is shown; the engine misses the label alone.
    const isFolded = ({ ruleId, node }: AceResult) =>
      ruleId === 'input_label_exists' &&
      node instanceof Element &&
      node.closest('details:not([open]) > :not(summary)') !== null
    return results.filter(result => !isFolded(result))
  })
  return results
    .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
    .filter(
      result =>
        !mistaken.some(({ ruleId, snippet }) => result.ruleId === ruleId && result.snippet.includes(snippet)),
    )
    .map(({ ruleId, reasonId, message, snippet }) => `${ruleId} (${reasonId}): ${message} ${snippet}`)
}
