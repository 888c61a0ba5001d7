import { type EntryContext, matchRoutes, type RouteObject } from 'react-router'

type Manifest = EntryContext['manifest']
type StaticContext = EntryContext['staticHandlerContext']

interface PageRoutes {
  manifest: Manifest
  tree: RouteObject[]
}

/** By the ids of the routes that a page is made of. */
const routesByPage = new Map<string, PageRoutes>()

/**
 * The router's context with the routes of the page and of the paths above it, which are those that the browser is told of.
 * With all hundred of them the router would build and search them anew for each page, which is a tenth of its time.
 */
export function withPageRoutes(context: EntryContext): EntryContext {
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id)
  const key = ids.join(' ')
  const known = routesByPage.get(key)
  const { manifest, tree } =
    known ?? findPageRoutes(context.manifest, ids, context.staticHandlerContext.location.pathname)
  if (!known) routesByPage.set(key, { manifest, tree })
  return { ...context, manifest, staticHandlerContext: searching(context.staticHandlerContext, tree) }
}

/** The same, so that the router searches those few routes for the paths above the page. */
function searching(context: StaticContext, tree: RouteObject[]): StaticContext {
  const match = (at: Parameters<typeof matchRoutes>[1]) => matchRoutes(tree, at)
  return Object.assign({ ...context }, { _match: match })
}

function findPageRoutes(manifest: Manifest, ids: string[], pathname: string): PageRoutes {
  const all = childRoutes(manifest.routes, undefined)
  const parts = pathname.split('/').filter(Boolean).slice(0, -1)
  const above = ['', ...parts].map((_, count) => `/${parts.slice(0, count).join('/')}`)
  const own = childRoutes(only(manifest.routes, new Set(ids)), undefined)
  // A path that the page's own routes don't reach is asked for when somebody goes there.
  const reached = above.filter(path => matchRoutes(own, path) !== null)
  const found = reached.flatMap(path => matchRoutes(all, path) ?? []).map(({ route }) => String(route.id))
  const routes = only(manifest.routes, new Set([...ids, ...found]))
  return { manifest: { ...manifest, routes }, tree: childRoutes(routes, undefined) }
}

const only = (routes: Manifest['routes'], ids: Set<string>): Manifest['routes'] =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))

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
