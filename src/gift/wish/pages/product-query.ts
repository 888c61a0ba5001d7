const asking = ['search', 'category', 'price_min', 'price_max', 'sort', 'page'] as const
export type ProductQuery = Partial<Record<(typeof asking)[number], string>>

/** What an address asks of the shop’s shelf, as it was typed. */
export function parseProductQuery(query: URLSearchParams): ProductQuery {
  const pairs = asking.map(name => [name, query.get(name)?.trim()])
  return Object.fromEntries(pairs.filter(([, value]) => value))
}

/** What of an address asks for products, for links that come back to the same ones. */
export function formatProductQuery(query: URLSearchParams, more: Record<string, string> = {}): string {
  const kept = [...query].filter(([name]) => (asking as readonly string[]).includes(name))
  const said = new URLSearchParams([...kept, ...Object.entries(more)])
  return said.size > 0 ? `?${said}` : ''
}
