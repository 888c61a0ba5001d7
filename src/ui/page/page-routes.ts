import { type EntryContext, matchRoutes, type RouteObject } from 'react-router'

type Manifest = EntryContext['manifest']

/** By the ids of the routes that a page is made of. */
const manifests = new Map<string, Manifest>()

/**
 * The router's context with the routes of the page and of the paths above it, which are those that the browser is told of.
 * With all hundred of them the router would build and search them anew for each page, which is a tenth of its time.
 */
export function withPageRoutes(context: EntryContext): EntryContext {
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id)
  const key = ids.join(' ')
  const manifest = manifests.get(key) ?? {
    ...context.manifest,
    routes: routesAround(context.manifest, ids, context.staticHandlerContext.location.pathname),
  }
  manifests.set(key, manifest)
  return { ...context, manifest }
}

function routesAround({ routes }: Manifest, ids: string[], pathname: string): Manifest['routes'] {
  const tree = childRoutes(routes, undefined)
  const parts = pathname.split('/').filter(Boolean).slice(0, -1)
  const above = ['', ...parts].map((_, count) => `/${parts.slice(0, count).join('/')}`)
  const found = above.flatMap(path => matchRoutes(tree, path) ?? []).map(({ route }) => route.id)
  const wanted = new Set([...ids, ...found])
  return Object.fromEntries(Object.entries(routes).filter(([id]) => wanted.has(id)))
}

function childRoutes(routes: Manifest['routes'], parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter(route => route?.parentId === parentId)
  return children.flatMap(route =>
    route
      ? [
          {
            id: route.id,
            path: route.path,
            index: route.index,
            children: childRoutes(routes, route.id),
          } as RouteObject,
        ]
      : [],
  )
}
