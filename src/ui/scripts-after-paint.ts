import { notesDoneEarly } from './done-early.ts'

/**
 * The document with its scripts after its first picture: styles, letters and the largest picture have the line for
 * themselves until the page has been painted once. It works without scripts; what is pressed meanwhile goes as plain
 * forms and links do, and the rest is noted for later. (The router would have all its modules fetched before the style sheet.)
 */
export function scriptsAfterPaint(html: string): string {
  const files: string[] = []
  const withoutFetches = html.replace(/<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g, (_, file) => {
    files.push(file)
    return ''
  })
  return withoutFetches.replace(
    /(<script[^>]*? type="module"[^>]*>)([\s\S]*?)(<\/script>)/,
    (_, begin, start, end) =>
      begin + afterPaint(files) + start.replace(/import \* as (\w+) from ("[^"]+");/g, awaited) + end,
  )
}

const awaited = 'const $1 = await import($2);'

/** Waits for the first paint, which a page in the background does without, and has all files fetched at once. */
function afterPaint(files: string[]): string {
  return `${notesDoneEarly}await new Promise(go => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));
for (const href of ${JSON.stringify(files)}) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
`
}
