import * as fs from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startQueues } from '../src/server/jobs/job-runner.ts'
import { settings } from '../src/server/settings.ts'
import { opened } from './opened.ts'
import { freshDatabase } from './postgres.ts'

/** Whoever follows a runbook is in a hurry: what it names has to be there. */
const folder = 'docs/runbooks'
const pages = fs
  .readdirSync(folder)
  .map(file => ({ file, text: fs.readFileSync(`${folder}/${file}`, 'utf8') }))
const quoted = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => ({ file, words })),
)
const sources = ['src', 'run.mjs'].flatMap(readAll).join('\n')

function readAll(path: string): string[] {
  if (!fs.statSync(path).isDirectory()) return [fs.readFileSync(path, 'utf8')]
  return fs
    .readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(file => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('paraglide'))
    .map(file => fs.readFileSync(`${path}/${file}`, 'utf8'))
}

const database = opened(() => freshDatabase())

const matches = (pattern: RegExp) =>
  quoted.flatMap(({ file, words }) => [...words.matchAll(pattern)].map(found => ({ file, found })))

test('its commands and their options are there', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = matches(/npm run ([\w:-]+)([^`]*)/g)
  expect(commands.length).toBeGreaterThan(5)
  for (const { file, found } of commands) {
    const [, script = '', rest = ''] = found
    expect(scripts, file).toHaveProperty([script])
    for (const [, option] of rest.matchAll(/ --([a-z][a-z-]*)/g))
      expect(sources, `${file}: --${option}`).toMatch(new RegExp(`['"]?(--)?${option}['"]?`))
  }
})

test('its settings are there', () => {
  const named = matches(/^([A-Z][A-Z_]{3,})(=[a-z]+)?$/g)
  expect(named.length).toBeGreaterThan(5)
  for (const { file, found } of named) expect(Object.keys(settings.shape), file).toContain(found[1])
})

test('its lines of the log are written somewhere', () => {
  const lines = matches(/"msg":"([^"]+)"/g)
  expect(lines.length).toBeGreaterThan(5)
  for (const { file, found } of lines) expect(sources, file).toContain(`'${found[1]}'`)
})

test('its statements run', async () => {
  const stopQueues = await startQueues(database.url, [], pino({ level: 'silent' }))
  await stopQueues()
  const client = new pg.Client(database.url)
  await client.connect()
  const statements = matches(/^select .* from [^`]+;$/g).map(({ found }) => found[0])
  expect(statements.length).toBeGreaterThan(3)
  for (const statement of statements) await expect(client.query(statement), statement).resolves.toBeTruthy()
  await client.end()
})

test('its addresses and the chapters it sends to are there', () => {
  for (const { file, found } of matches(/(?:^|:\d+)(\/(?:healthz|readyz|metrics|status)\b)/g))
    expect(sources, file).toContain(`'${found[1]}'`)
  for (const { file, text } of pages)
    for (const [, chapter = '', path = ''] of text.matchAll(/“([^”]+)” in \[[^\]]+\]\(([^)]+)\)/g)) {
      const headings = fs.readFileSync(`${folder}/${path}`, 'utf8').match(/^#+ .+$/gm) ?? []
      expect(
        headings.map(heading => heading.replace(/^#+ /, '')),
        `${file}: ${path}`,
      ).toContain(chapter)
    }
})

test('each page ends with when it was tried, and what was seen', () => {
  for (const { file, text } of pages.filter(({ file }) => file !== 'README.md'))
    expect(text.trimEnd().split('\n').at(-1), file).toMatch(/^Tried on 20\d\d-\d\d-\d\d: /)
})
