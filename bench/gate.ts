import * as fs from 'node:fs'
import type { ReportSection } from './report.ts'

/** The watched ratios of each section, by name. */
export type Baseline = Record<string, Record<string, number>>

/** A ratio may fall to this much of what it was: a loaded machine moves both sides, but not quite alike. */
const tolerated = 0.8
const file = 'bench/baseline.json'

export function readBaseline(): Baseline {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

export function writeBaseline(measured: Map<string, ReportSection>): void {
  const rounded = (ratios: Record<string, number>) =>
    Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]))
  const watched = [...measured].flatMap(([name, { ratios }]) => (ratios ? [[name, rounded(ratios)]] : []))
  fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(watched), null, 2)}\n`)
}

/** One sentence for each ratio of the baseline that has fallen too far, or that is no longer measured. */
export function findSlower(baseline: Baseline, measured: Map<string, ReportSection>): string[] {
  return Object.entries(baseline).flatMap(([section, ratios]) =>
    Object.entries(ratios).flatMap(([name, before]) => {
      const now = measured.get(section)?.ratios?.[name]
      if (now === undefined) return [`${section}, ${name}: not measured any more (${before} before)`]
      const least = before * tolerated
      return now < least ? [`${section}, ${name}: ${now.toPrecision(3)}, below ${least.toPrecision(3)}`] : []
    }),
  )
}
