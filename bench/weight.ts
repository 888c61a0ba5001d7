import * as fs from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Response } from '@playwright/test'
import { findChromium } from '../test/chromium.ts'
import { ask } from './ask.ts'
import { aRegistry } from './registries.ts'
import { kB, type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

/** Bytes over the wire of the Greek registry page, as Chromium loads it on a phone's first visit. */
export async function weight(stage: Stage): Promise<Section> {
  const { code } = await aRegistry(stage.db, 50)
  const executablePath = findChromium(process.env)
  if (!executablePath) throw new Error('no Chromium was found')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
  const path = `${stage.site}/registry/${code}?lang=el`
  const first = await once(path)
  const answers: Response[] = []
  const page = await browser.newPage()
  page.on('response', answer => answers.push(answer))
  await page.goto(path, { waitUntil: 'networkidle' })
  const types = ['document', 'stylesheet', 'script', 'font']
  const rows = await Promise.all(types.map(type => rowOf(type, answers)))
  await browser.close()
  const text = `${table(['', 'requests', 'kB', 'aim'], rows)}\n\nThe document as it is once the page was asked for again; its first visitor gets ${kB(first)} kB.`
  return { title: 'Weight of that page in Greek (brotli)', text }
}

/** Bytes that the first visitor of a page gets; waits until it has been pressed for those who come later. */
async function once(url: string): Promise<number> {
  const size = async () => (await ask({ url, headers: { 'accept-encoding': 'br' } })).bytes.length
  const first = await size()
  while ((await size()) >= first) await setTimeout(50)
  return first
}

const aims: Record<string, string> = { document: '12', script: '120', font: '130' }

async function rowOf(type: string, answers: Response[]): Promise<(string | number)[]> {
  const same = answers.filter(answer => answer.request().resourceType() === type)
  const sizes = await Promise.all(same.map(weighed))
  return [type, same.length, kB(sizes.reduce((sum, size) => sum + size, 0)), aims[type] ?? '']
}

async function weighed(answer: Response): Promise<number> {
  const twin = `build/client${new URL(answer.url()).pathname}.br`
  if (fs.existsSync(twin)) return fs.statSync(twin).size
  return (await answer.request().sizes()).responseBodySize
}
