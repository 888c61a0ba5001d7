// Measures the product beside bare servers in the same run. Without arguments all sections run and write bench/report.md;
// with `--report` the named ones replace theirs there. `--check` measures what bench/baseline.json watches and fails where
// it has become slower, `--baseline` writes that file.
import * as fs from 'node:fs'
import { cpus } from 'node:os'
import { type BenchApp, startBenchApp } from './bench-app.ts'
import { measureDayOfViews } from './day-of-views.ts'
import { measureDiskSizes } from './disk-sizes.ts'
import { findSlower, readBaseline, writeBaseline } from './gate.ts'
import { measureHandOffLoad } from './hand-off/hand-off-load.ts'
import { measureHandOffs } from './hand-off/hand-offs.ts'
import { measureHostileInput } from './hostile-input.ts'
import { measureInteractions } from './interactions.ts'
import { measureLanes } from './lanes.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLivePages } from './live-pages.ts'
import { measureMemory } from './memory/memory.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePhoneTime } from './phone-time.ts'
import { measureProcesses } from './processes/processes.ts'
import { measureProductSearch } from './product-search.ts'
import { measureProfile } from './profile/profile.ts'
import { measureRegistrySearch } from './registry-search.ts'
import { measureRegistrySizes } from './registry-sizes.ts'
import type { ReportSection } from './report.ts'
import { measureViews } from './views.ts'
import { measureWrites } from './writes.ts'

const sections: Record<string, (benchApp: BenchApp) => Promise<ReportSection>> = {
  views: measureViews,
  profile: measureProfile,
  day: measureDayOfViews,
  weight: measurePageWeight,
  phone: measurePhoneTime,
  interactions: measureInteractions,
  writes: measureWrites,
  'hand-off-load': measureHandOffLoad,
  sizes: measureRegistrySizes,
  disk: measureDiskSizes,
  live: measureLivePages,
  'product-search': measureProductSearch,
  'registry-search': measureRegistrySearch,
  'hand-off': measureHandOffs,
  processes: measureProcesses,
  'hostile-input': measureHostileInput,
  lanes: measureLanes,
  memory: benchApp => measureMemory(benchApp),
  lighthouse: measureLighthouse,
}

const watched = ['views', 'profile', 'day', 'writes', 'hand-off-load']
const reportFile = 'bench/report.md'
const flags = ['check', 'baseline', 'report']
const requested = process.argv.slice(2).map(argument => argument.replace(/^--/, ''))
const named = requested.filter(name => !flags.includes(name))
const isOf = (flag: string) => requested.includes(flag)
const sectionNames =
  named.length > 0 ? named : isOf('check') || isOf('baseline') ? watched : Object.keys(sections)
const benchApp = await startBenchApp()
try {
  const results = new Map<string, ReportSection>()
  for (const name of sectionNames) {
    const section = sections[name]
    if (!section) throw new Error(`there is no section ${name}`)
    console.log(`· ${name}`)
    const result = await section(benchApp)
    results.set(name, result)
    console.log(`\n${result.text}\n`)
  }
  if (requested.length === 0 || isOf('report'))
    fs.writeFileSync(reportFile, renderReport([...results.values()]))
  if (isOf('baseline')) writeBaseline(results)
  if (isOf('check')) failIfSlower(results)
} finally {
  await benchApp.close()
}

function failIfSlower(results: Map<string, ReportSection>): void {
  const slower = findSlower(readBaseline(), results)
  if (slower.length === 0) return
  console.error(`Slower than bench/baseline.json allows:\n${slower.join('\n')}`)
  process.exitCode = 1
}

/** The report with these sections in place of its former ones of that heading; each names its day and machine. */
function renderReport(results: ReportSection[]): string {
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}`
  const measured = results.map(({ title, text }): [string, string] => [
    title,
    `${text}\n\n*${day}, ${machine}.*\n`,
  ])
  const former = isOf('report') ? readSections(fs.readFileSync(reportFile, 'utf8')) : []
  const parts = [...new Map([...former, ...measured])].map(([title, text]) => `## ${title}\n\n${text}`)
  return ['# What is fast\n\n`npm run bench`; load, server and database share the machine.\n', ...parts].join(
    '\n',
  )
}

function readSections(report: string): [title: string, text: string][] {
  return report
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...lines] = section.split('\n')
      return [title, `${lines.join('\n').trim()}\n`]
    })
}
