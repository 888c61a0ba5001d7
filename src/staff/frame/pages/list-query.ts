import { useLocation } from 'react-router'

/**
 * The addresses of a list's pages by the cursor in that field of the query; they keep the rest of it, but for `others`, by
 * which a page was chosen.
 */
export function useListQuery(name: string, others: string[] = []) {
  const { pathname, search } = useLocation()
  const pathOf = (cursor: string | number | null): string => {
    const query = new URLSearchParams(search)
    for (const one of [name, 'lang', ...others]) query.delete(one)
    if (cursor !== null) query.set(name, String(cursor))
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
  return { isLater: new URLSearchParams(search).has(name), pathOf }
}

/** The fields of a page's query, without the language. */
export function readListQuery(request: Request): Record<string, string> {
  const { lang, ...fields } = Object.fromEntries(new URL(request.url).searchParams)
  return fields
}
