/**
 * Makes a document load its scripts after the first paint: until then, styles, fonts and the largest picture have the
 * whole connection. The page works without scripts meanwhile, and input that needs them is recorded (early-input.ts).
 * The router by itself would preload all its modules before the style sheet.
 */
export function deferScriptsUntilPaint(html: string): string {
  const modules: string[] = []
  const withoutPreloads = html.replace(
    /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g,
    (_, module) => {
      modules.push(module)
      return ''
    },
  )
  return withoutPreloads.replace(
    /(<script[^>]*? type="module"[^>]*>)([\s\S]*?)(<\/script>)/,
    (_, begin, start, end) =>
      begin +
      waitForPaint(modules) +
      withoutImports(start).replace(/import \* as (\w+) from ("[^"]+");/g, dynamicImport) +
      end,
  )
}

const dynamicImport = 'const $1 = await import($2);'

interface Manifest {
  entry: { imports: string[] }
  routes: Record<string, { imports?: string[] }>
}

/** The router's manifest without the imports of each route, which only its own preloading reads. */
function withoutImports(start: string): string {
  return start.replace(/(__reactRouterManifest = )(\{[\s\S]*?\n\});/, (_, name, list) => {
    const { entry, routes, ...rest } = JSON.parse(list) as Manifest
    for (const route of Object.values(routes)) delete route.imports
    return `${name}${JSON.stringify({ ...rest, entry: { ...entry, imports: [] }, routes })};`
  })
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
