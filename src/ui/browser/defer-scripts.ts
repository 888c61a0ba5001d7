/**
 * The document with its scripts after its first picture: styles, letters and the largest picture have the line for
 * themselves until the page has been painted once. It works without scripts; what is pressed meanwhile goes as plain
 * forms and links do, and the rest is noted for later. (The router would have all its modules fetched before the style sheet.)
 */
export function deferScriptsUntilPaint(html: string): string {
  const files: string[] = []
  const withoutFetches = html.replace(/<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g, (_, file) => {
    files.push(file)
    return ''
  })
  return withoutFetches.replace(
    /(<script[^>]*? type="module"[^>]*>)([\s\S]*?)(<\/script>)/,
    (_, begin, start, end) =>
      begin +
      afterPaint(files) +
      shorter(start).replace(/import \* as (\w+) from ("[^"]+");/g, awaited) +
      end,
  )
}

const awaited = 'const $1 = await import($2);'

interface Routes {
  entry: { imports: string[] }
  routes: Record<string, { imports?: string[] }>
}

/** The router's list of pages without what only its own fetches ahead would read: the parts of each page's file. */
function shorter(start: string): string {
  return start.replace(/(__reactRouterManifest = )(\{[\s\S]*?\n\});/, (_, name, list) => {
    const { entry, routes, ...rest } = JSON.parse(list) as Routes
    for (const route of Object.values(routes)) delete route.imports
    return `${name}${JSON.stringify({ ...rest, entry: { ...entry, imports: [] }, routes })};`
  })
}

/**
 * Waits for the first paint, which a page in the background does without, and has all files fetched at once. A part
 * that comes later brings the page's style sheet along unless it finds it there under its plain address, which the
 * router does not use; the whole page would be styled and laid out anew.
 */
function afterPaint(files: string[]): string {
  return `await new Promise(go => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));
const link = parts => document.head.append(Object.assign(document.createElement("link"), parts));
for (const { href } of document.querySelectorAll("link[rel=stylesheet][href$='#']")) link({ rel: "stylesheet", disabled: true, href: href.slice(0, -1) });
for (const href of ${JSON.stringify(files)}) link({ rel: "modulepreload", href });
`
}
