import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { type Language, parseLanguage } from './base/language.ts'
import { paths } from './base/paths.ts'
import { findSharedAddresses } from './registry/registry/data.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { languageCookie } from './server/context/request-language.ts'
import type { PageCache } from './server/pages/page-cache.ts'

/** A registry that is asked for in a language, by its id: the list says nothing to whoever reads it. */
type AskedPage = [registryId: number, language: Language]

const mostPages = 100
const saveEveryMs = 10 * 60_000

interface Dependencies {
  config: { DATA_DIR: string; SITE_URL: string }
  createContext(request: Request): Promise<RequestContext>
  servePage: MiddlewareHandler
}

/**
 * The cache of pages that a restart leaves warm: the hundred registries that are asked for most are written to a file
 * each ten minutes and at the end, and rendered as soon as changes are heard.
 */
export function keepWarm(
  cache: PageCache,
  dependencies: Dependencies,
): { cache: PageCache; close(): Promise<void> } {
  const { config, createContext } = dependencies
  const file = join(config.DATA_DIR, 'asked-pages.json')
  let isCold = true
  let isClosed = false
  const working = async (work: (ctx: RequestContext) => Promise<void>) => {
    const ctx = await createContext(new Request(config.SITE_URL))
    await work(ctx).catch(error => ctx.log.warn({ err: error }, 'pages are not kept warm'))
  }
  const save = () => (isCold ? Promise.resolve() : saveAskedPages(file, cache))
  const timer = setInterval(() => working(save), saveEveryMs).unref()
  const warm = () => working(ctx => warmPages(file, ctx, dependencies, () => isClosed))
  let warming = Promise.resolve()
  const setMaxAge = (ms: number) => {
    cache.setMaxAge(ms)
    // Changes may be heard for the first time while everything stops; the database is gone soon then.
    if (isCold && ms > 0 && !isClosed) warming = warm()
    isCold &&= ms === 0
  }
  return {
    cache: { ...cache, setMaxAge },
    async close() {
      isClosed = true
      clearInterval(timer)
      await warming
      await working(save)
    },
  }
}

/** Written beside and renamed, so that it is whole whenever the process ends. */
async function saveAskedPages(file: string, cache: PageCache): Promise<void> {
  const asked = cache.takeMostAsked(mostPages).map(name => name.split(' '))
  if (asked.length === 0) return
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(asked.map(([id, language]) => [Number(id), language])))
  await rename(unfinished, file)
}

async function readAskedPages(file: string): Promise<AskedPage[]> {
  const pages = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => [])
  return (Array.isArray(pages) ? pages : []).flatMap(page => {
    const [id, language] = Array.isArray(page) ? page : []
    const known = parseLanguage(language)
    return Number.isSafeInteger(id) && known ? [[id, known] satisfies AskedPage] : []
  })
}

/** One after another, so that visitors are served meanwhile. */
async function warmPages(
  file: string,
  { db, log }: RequestContext,
  { config, servePage }: Dependencies,
  isClosed: () => boolean,
): Promise<void> {
  const pages = await readAskedPages(file)
  const addresses = await findSharedAddresses(db, pages.map(([id]) => id).slice(0, mostPages))
  const inside = new Hono().get('/registry/:id', servePage)
  let count = 0
  for (const [id, language] of pages) {
    const address = addresses.get(id)
    if (!address || isClosed()) continue
    const headers = { cookie: `${languageCookie}=${language}`, accept: 'text/html' }
    const answer = await inside.request(`${config.SITE_URL}${paths.registry(address)}`, { headers })
    await answer.arrayBuffer()
    count++
  }
  log.info({ pages: count }, 'pages warmed')
}
