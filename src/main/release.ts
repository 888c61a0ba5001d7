import * as fs from 'node:fs'

/** What is running: the release's number, and the commit that was built. */
export interface Release {
  version: string
  /** As `npm run build` noted it, with `-dirty` behind it when files had been changed; or `unknown`. */
  commit: string
}

export function readRelease(): Release {
  const root = new URL('../../', import.meta.url)
  const { version } = readJson(new URL('package.json', root)) as { version: string }
  const note = new URL('build/release.json', root)
  const { commit } = fs.existsSync(note) ? (readJson(note) as { commit: string }) : { commit: 'unknown' }
  return { version, commit }
}

/** For people: `1.0.30 (573407b85b3c)`. */
export function nameRelease({ version, commit }: Release): string {
  return commit === 'unknown' ? version : `${version} (${commit.replace(/^([\da-f]{12})[\da-f]*/, '$1')})`
}

function readJson(file: URL): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
