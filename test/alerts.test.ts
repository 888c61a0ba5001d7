import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rules = readFileSync('deploy/alerts.yml', 'utf8')
const operating = readFileSync('docs/operating.md', 'utf8')

test('every alert has a runbook, and every runbook an alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const pages = [...rules.matchAll(/runbook: (\S+)/g)].map(([, path]) => path ?? '')
  expect(alerts).toHaveLength(9)
  expect(pages).toHaveLength(alerts.length)
  expect(pages.filter(path => !existsSync(path))).toEqual([])
  const files = readdirSync('docs/runbooks').filter(file => file !== 'README.md')
  expect(files.map(file => `docs/runbooks/${file}`).sort()).toEqual(pages.sort())
  const index = readFileSync('docs/runbooks/README.md', 'utf8')
  expect(alerts.filter(name => !index.includes(`| ${name} |`))).toEqual([])
  for (const file of files)
    for (const part of ['**Means:**', '**Look at**', '**Do', '**Over when**'])
      expect(readFileSync(`docs/runbooks/${file}`, 'utf8'), file).toContain(part)
})

test('alerts and runbooks ask for metrics and jobs that there are', () => {
  const jobs = readFileSync('src/jobs.ts', 'utf8')
  const texts = [
    rules,
    ...readdirSync('docs/runbooks').map(file => readFileSync(`docs/runbooks/${file}`, 'utf8')),
  ]
  for (const text of texts) {
    for (const [name] of text.matchAll(/doron_[a-z_]+/g))
      expect(operating).toContain(`\`${name.replace(/_(bucket|count|sum)$/, '')}\``)
    for (const [, list = ''] of text.matchAll(/name=~"([^"]+)"/g))
      for (const name of list.split('|')) expect(jobs).toContain(`name: '${name}'`)
  }
})

test('no job is missed within its interval', () => {
  const listed = readFileSync('src/jobs.ts', 'utf8').matchAll(/name: '([\w-]+)',\s+everySeconds: ([\d_]+)/g)
  const jobs = [...listed].map(([, name = '', every = '']) => ({
    name,
    every: Number(every.replace('_', '')),
  }))
  expect(jobs.some(({ every }) => every > 3600)).toBe(true)
  const asked = /doron_job_success_seconds(?:\{name=~"([^"]+)"\})?\) > (\d+)/g
  for (const [, names, seconds] of rules.matchAll(asked))
    for (const { name, every } of jobs)
      if (!names || names.split('|').includes(name))
        expect([name, every < Number(seconds)]).toEqual([name, true])
})

/** Whether Prometheus' own tool is on this machine. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('Prometheus takes the rules, and each fires on what it is for', () => {
  const check = spawnSync('promtool', ['check', 'rules', 'deploy/alerts.yml'], { encoding: 'utf8' })
  expect(`${check.stdout}${check.stderr}`).toContain('9 rules found')
  const fired = spawnSync('promtool', ['test', 'rules', 'test/alerts.yml'], { encoding: 'utf8' })
  expect(fired.status, `${fired.stdout}${fired.stderr}`).toBe(0)
})
