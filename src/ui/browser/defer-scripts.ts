/**
 * Makes a document load its scripts after the first paint: until then, styles, fonts and the largest picture have the
 * whole connection. The page works without scripts meanwhile, and input that needs them is recorded (early-input.ts).
 * The router by itself would preload all its modules before the style sheet.
 */
export function deferScriptsUntilPaint(html: string): string {
  const { modules, html: withoutPreloads } = removePreloads(html)
  const script = findModuleScript(withoutPreloads)
  if (!script) return withoutPreloads
  const { start, end } = script
  const imports = withoutImports(withoutPreloads.slice(start, end))
  return (
    withoutPreloads.slice(0, start) +
    waitForPaint(modules) +
    imports.replace(/import \* as (\w+) from ("[\w./-]+");/g, dynamicImport) +
    withoutPreloads.slice(end)
  )
}

const preload = '<link rel="modulepreload"'

/** Takes the links that preload modules out of a document. */
function removePreloads(html: string): { modules: string[]; html: string } {
  const modules: string[] = []
  const parts: string[] = []
  let from = 0
  for (let at = html.indexOf(preload); at >= 0; at = html.indexOf(preload, from)) {
    parts.push(html.slice(from, at))
    from = html.indexOf('>', at) + 1
    const [, module] = / href="([^"]+)"/.exec(html.slice(at, from)) ?? []
    if (module) modules.push(module)
  }
  return { modules, html: parts.join('') + html.slice(from) }
}

/** Where the text of the document's first inline module lies; null without one. */
function findModuleScript(html: string): { start: number; end: number } | null {
  const found = /<script[^<>]* type="module"[^<>]*>/.exec(html)
  if (!found) return null
  const start = found.index + found[0].length
  const end = html.indexOf('</script>', start)
  return end < 0 ? null : { start, end }
}

const dynamicImport = 'const $1 = await import($2);'

interface Manifest {
  entry: { imports: string[] }
  routes: Record<string, { imports?: string[] }>
}

/** The router's manifest without the imports of each route, which only its own preloading reads. */
function withoutImports(start: string): string {
  const name = '__reactRouterManifest = '
  const begin = start.indexOf(name) + name.length
  const end = start.indexOf('\n};', begin) + 2
  if (begin < name.length || end < 2) return start
  const { entry, routes, ...rest } = JSON.parse(start.slice(begin, end)) as Manifest
  for (const route of Object.values(routes)) delete route.imports
  const manifest = JSON.stringify({ ...rest, entry: { ...entry, imports: [] }, routes })
  return start.slice(0, begin) + manifest + start.slice(end)
}

/**
 * The code that waits for the first paint (a page in the background has none) and preloads all modules at once. A chunk
 * loaded later would add the style sheet again, and the whole page would be restyled, unless it finds a link with the
 * plain address; the router's own link ends in `#`.
 */
function waitForPaint(modules: string[]): string {
  return `await new Promise(go => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));
const link = parts => document.head.append(Object.assign(document.createElement("link"), parts));
for (const { href } of document.querySelectorAll("link[rel=stylesheet][href$='#']")) link({ rel: "stylesheet", disabled: true, href: href.slice(0, -1) });
for (const href of ${JSON.stringify(modules)}) link({ rel: "modulepreload", href });
`
}
