/**
 * Makes a document load its scripts after the first paint: until then, styles, fonts and the largest picture have the
 * whole connection. The page works without scripts meanwhile, and input that needs them is recorded (early-input.ts).
 * The router by itself would preload all its modules before the style sheet.
 */
export function deferScriptsUntilPaint(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  // Only the head and one script change; reading the rest as text would take longer than this.
  const headEnd = html.indexOf('</head>')
  const { modules, head } = removePreloads(html.toString('utf8', 0, headEnd))
  const script = findModuleScript(html, headEnd)
  if (!script) return Buffer.concat([Buffer.from(head), html.subarray(headEnd)])
  const { start, end } = script
  const text = waitForPaint(modules) + startOf(html.toString('utf8', start, end))
  const parts = [Buffer.from(head), html.subarray(headEnd, start), Buffer.from(text), html.subarray(end)]
  return Buffer.concat(parts)
}

/** Takes the links that preload modules out of a document's head. */
function removePreloads(head: string): { modules: string[]; head: string } {
  const modules: string[] = []
  const rest = head.replace(/<link rel="modulepreload"[^<>]*>/g, link => {
    const [, module] = link.match(/ href="([^"]+)"/) ?? []
    if (module === undefined) return link
    modules.push(module)
    return ''
  })
  return { modules, head: rest }
}

/** Where the text of the body's first inline module lies, in bytes; null without one. */
function findModuleScript(html: Buffer, from: number): { start: number; end: number } | null {
  const mark = ' type="module"'
  let at = html.indexOf(mark, from)
  // The shop's texts may speak of modules, too; they have no scripts.
  while (at >= 0 && html.toString('latin1', html.lastIndexOf('<', at), at).split(' ')[0] !== '<script')
    at = html.indexOf(mark, at + 1)
  const start = html.indexOf('>', at) + 1
  const end = html.indexOf('</script>', start)
  return at < 0 || end < 0 ? null : { start, end }
}

const preloadsAtOnce = 12

const dynamicImport = 'const $1 = await import($2);'

interface Manifest {
  entry: { imports: string[] }
  routes: Record<string, Record<string, unknown>>
}

/** What starts each kind of page, by what the router writes for it; there are no more than there are routes. */
const starts = new Map<string, string>()

function startOf(script: string): string {
  const known = starts.get(script)
  if (known !== undefined) return known
  const start = shortManifest(script).replace(/import \* as (\w+) from ("[\w./-]+");/g, dynamicImport)
  starts.set(script, start)
  return start
}

/** The router's manifest without the imports of each route, which only its own preloading reads, and without what no route has. */
function shortManifest(start: string): string {
  const name = '__reactRouterManifest = '
  const begin = start.indexOf(name) + name.length
  const end = start.indexOf('\n};', begin) + 2
  if (begin < name.length || end < 2) return start
  const { entry, routes, ...rest } = JSON.parse(start.slice(begin, end)) as Manifest
  const isShort = (name: string, value: unknown) => name !== 'imports' && value !== false
  const short = Object.entries(routes).map(([id, route]) => [
    id,
    Object.fromEntries(Object.entries(route).filter(([name, value]) => isShort(name, value))),
  ])
  const manifest = JSON.stringify({
    ...rest,
    entry: { ...entry, imports: [] },
    routes: Object.fromEntries(short),
  })
  return start.slice(0, begin) + manifest + start.slice(end)
}

/**
 * The code that waits for the first paint (a page in the background has none) and preloads all modules at once. A chunk
 * loaded later would add the style sheet again, and the whole page would be restyled, unless it finds a link with the
 * plain address; the router's own link ends in `#`. Of many modules some are preloaded at a time: each takes a phone a
 * millisecond, in which it answers no touch.
 */
function waitForPaint(modules: string[]): string {
  const preload = 'add({ rel: "modulepreload", href });'
  const pause = `if (++added === ${preloadsAtOnce}) { added = 0; await new Promise(go => setTimeout(go)) }`
  const preloadAll =
    modules.length > preloadsAtOnce
      ? `let added = 0;for (const href of ${JSON.stringify(modules)}) { ${preload} ${pause} }`
      : `for (const href of ${JSON.stringify(modules)}) ${preload}`
  return (
    'await new Promise(go => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));' +
    'const add = parts => document.head.append(Object.assign(document.createElement("link"), parts));' +
    'for (const { href } of document.querySelectorAll("link[href$=\'#\']")) add({ rel: "stylesheet", disabled: true, href: href.slice(0, -1) });' +
    preloadAll
  )
}
