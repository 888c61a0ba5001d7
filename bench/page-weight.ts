import * as fs from 'node:fs'
import type { Response } from '@playwright/test'
import type { BenchApp } from './bench-app.ts'
import { createBenchRegistry } from './bench-registries.ts'
import { launchChromium } from './phone-time.ts'
import { formatKb, markdownTable, type ReportSection } from './report.ts'

/** Compressed size of the Greek registry page as Chromium loads it on a first visit. */
export async function measurePageWeight(benchApp: BenchApp): Promise<ReportSection> {
  const { code } = await createBenchRegistry(benchApp.db, 50)
  const browser = await launchChromium()
  const path = `${benchApp.siteUrl}/registry/${code}?lang=el`
  const answers: Response[] = []
  const page = await browser.newPage()
  page.on('response', answer => answers.push(answer))
  await page.goto(path, { waitUntil: 'networkidle' })
  const types = ['document', 'stylesheet', 'script', 'font']
  const rows = await Promise.all(types.map(type => typeRow(type, answers)))
  await browser.close()
  const text = markdownTable(['', 'requests', 'kB', 'target'], rows)
  return { title: 'Weight of that page in Greek (brotli)', text }
}

const targetKb: Record<string, string> = { document: '12', script: '125', font: '130' }

async function typeRow(type: string, answers: Response[]): Promise<(string | number)[]> {
  const same = answers.filter(answer => answer.request().resourceType() === type)
  const sizes = await Promise.all(same.map(responseBytes))
  return [type, same.length, formatKb(sizes.reduce((sum, size) => sum + size, 0)), targetKb[type] ?? '']
}

async function responseBytes(answer: Response): Promise<number> {
  const compressedFile = `build/client${new URL(answer.url()).pathname}.br`
  if (fs.existsSync(compressedFile)) return fs.statSync(compressedFile).size
  return (await answer.request().sizes()).responseBodySize
}
