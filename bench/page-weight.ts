import * as fs from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Response } from '@playwright/test'
import type { BenchApp } from './bench-app.ts'
import { createBenchRegistry } from './bench-registries.ts'
import { launchChromium } from './phone-time.ts'
import { fetchRaw } from './raw-request.ts'
import { formatKb, markdownTable, type ReportSection } from './report.ts'

/** Compressed size of the Greek registry page as Chromium loads it on a first visit. */
export async function measurePageWeight(benchApp: BenchApp): Promise<ReportSection> {
  const { code } = await createBenchRegistry(benchApp.db, 50)
  const browser = await launchChromium()
  const path = `${benchApp.siteUrl}/registry/${code}?lang=el`
  const first = await firstResponseSize(path)
  const answers: Response[] = []
  const page = await browser.newPage()
  page.on('response', answer => answers.push(answer))
  await page.goto(path, { waitUntil: 'networkidle' })
  const types = ['document', 'stylesheet', 'script', 'font']
  const rows = await Promise.all(types.map(type => typeRow(type, answers)))
  await browser.close()
  const text = `${markdownTable(['', 'requests', 'kB', 'target'], rows)}\n\nThe document is the cached page of later visitors; the first visitor gets ${formatKb(first)} kB.`
  return { title: 'Weight of that page in Greek (brotli)', text }
}

/** Size of the first response of a page; waits until the cached page has been compressed better. */
async function firstResponseSize(url: string): Promise<number> {
  const size = async () => (await fetchRaw({ url, headers: { 'accept-encoding': 'br' } })).bytes.length
  const first = await size()
  while ((await size()) >= first) await setTimeout(50)
  return first
}

const targetKb: Record<string, string> = { document: '12', script: '105', font: '130' }

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
