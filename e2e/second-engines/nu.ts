import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { findFreePort } from '../../test/free-port.ts'
import { installSecondEngines } from './install.ts'

interface NuMessage {
  type: 'error' | 'info' | 'non-document-error'
  subType?: 'warning' | 'fatal'
  message: string
  extract?: string
}

let server: Promise<string | undefined> | undefined

/**
 * The errors and warnings that the Nu HTML checker finds in a page as it stands, one line each. It needs Java; without
 * it nothing is checked, and the run says so.
 */
export async function findNuErrors(page: Page): Promise<string[]> {
  server ??= startServer()
  const url = await server
  if (!url) return []
  const html = await page.evaluate(() => `<!DOCTYPE html>${document.documentElement.outerHTML}`)
  const answer = await fetch(`${url}/?out=json`, {
    method: 'POST',
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: html,
  })
  const { messages } = (await answer.json()) as { messages: NuMessage[] }
  return messages
    .filter(
      ({ type, subType, message }) => (type !== 'info' || subType !== undefined) && !isOutdated.test(message),
    )
    .map(({ type, message, extract }) => `${type}: ${message} ${extract ?? ''}`)
}

/** The standard allows `blocking` on links of `rel="expect"` too; this release of the checker does not know of it. */
const isOutdated = /^A “link” element with a “blocking” attribute must have a “rel” attribute/

/** Starts the checker once for all pages of a worker; its address, or undefined where there is no Java. */
async function startServer(): Promise<string | undefined> {
  if (spawnSync('java', ['-version']).status !== 0) {
    console.log('Nu HTML checker: not run, there is no Java here')
    return undefined
  }
  const jar = `${installSecondEngines()}/vnu-jar/build/dist/vnu.jar`
  const port = String(await findFreePort())
  const options = ['-Dnu.validator.servlet.bind-address=127.0.0.1', '-cp', jar]
  const checker = spawn('java', [...options, 'nu.validator.servlet.Main', port], { stdio: 'ignore' })
  endWithThisProcess(checker)
  const url = `http://127.0.0.1:${port}`
  await expect(async () => expect((await fetch(url)).ok).toBe(true)).toPass({ timeout: 120_000 })
  return url
}

function endWithThisProcess(child: ChildProcess): void {
  child.unref()
  process.once('exit', () => child.kill())
}
