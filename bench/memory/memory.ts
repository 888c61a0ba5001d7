import { setTimeout as wait } from 'node:timers/promises'
import type { BenchApp } from '../bench-app.ts'
import { markdownTable, type ReportSection } from '../report.ts'
import { type LoadedSite, prepareLoads } from './loads.ts'
import { readMemory } from './resident-memory.ts'

/** The most that a process may use (MB), however long it is attacked. */
export const memoryBoundMb = 400

/** Resident memory under pictures, cards, pages, searches and hostile bodies at once, and a minute later. */
export async function measureMemory(benchApp: BenchApp, minutes = 10): Promise<ReportSection> {
  const atRest = readMemory(benchApp.productPid)
  await loadMemory(benchApp, minutes)
  await wait(60_000)
  const after = readMemory(benchApp.productPid)
  const rows = [[atRest.now, after.most, after.now].map(megabytes)]
  const text = `${markdownTable(['at rest, MB', 'most, MB', 'a minute later, MB'], rows)}\n\nPhotos of 25 megapixels, share pictures, pages and searches with brotli, and bodies made to take much work, all at once for ${minutes} minutes. Target: at most ${memoryBoundMb} MB.`
  return { title: 'Memory', text }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** Loads a site with everything at once for so long; answers how often each load was done. */
export async function loadMemory(site: LoadedSite, minutes: number): Promise<number[]> {
  const loads = await prepareLoads(site)
  const end = Date.now() + minutes * 60_000
  return Promise.all(
    loads.map(async load => {
      let times = 0
      while (Date.now() < end) await load(times++)
      return times
    }),
  )
}
