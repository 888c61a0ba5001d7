// What is fast, measured against the bare limit in the same run. Writes bench/report.md.
import * as fs from 'node:fs'
import { cpus } from 'node:os'
import { catalogue } from './catalogue.ts'
import { find } from './find.ts'
import { lighthouse } from './lighthouse.ts'
import { live } from './live.ts'
import type { Section } from './report.ts'
import { sizes } from './sizes.ts'
import { openStage, type Stage } from './stage.ts'
import { views } from './views.ts'
import { weight } from './weight.ts'
import { writes } from './writes.ts'

const sections: Record<string, (stage: Stage) => Promise<Section>> = {
  views,
  weight,
  writes,
  sizes,
  live,
  catalogue,
  find,
  lighthouse,
}

const wanted = process.argv.slice(2).map(word => word.replace(/^--/, ''))
const names = wanted.length > 0 ? wanted : Object.keys(sections)
const stage = await openStage()
try {
  const done: Section[] = []
  for (const name of names) {
    const section = sections[name]
    if (!section) throw new Error(`there is no section ${name}`)
    console.log(`· ${name}`)
    done.push(await section(stage))
    console.log(`\n${done.at(-1)?.text}\n`)
  }
  if (wanted.length === 0) fs.writeFileSync('bench/report.md', reportOf(done))
} finally {
  await stage.close()
}

function reportOf(done: Section[]): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}`
  const parts = done.map(({ title, text }) => `## ${title}\n\n${text}\n`)
  return [
    `# What is fast\n\n\`npm run bench\` on ${machine}; load, server and database share it.\n`,
    ...parts,
  ].join('\n')
}
