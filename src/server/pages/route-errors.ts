import { data, isRouteErrorResponse, type ServerBuild } from 'react-router'
import type { AppError } from '../../base/app-error.ts'

type RouteFunction = (args: never) => unknown
type ToReported = (error: unknown, args: never) => AppError

/**
 * Wraps every loader and action of the build: an error becomes route data with its status, code, wrong fields and the
 * reference of its log line. Redirects and responses that a page throws on purpose are not changed.
 */
export function withRouteErrors(build: ServerBuild, toReported: ToReported): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action } = route.module
    const wrapped = {
      ...route.module,
      ...(loader && { loader: wrapRouteFunction(loader as RouteFunction, toReported) }),
      ...(action && { action: wrapRouteFunction(action as RouteFunction, toReported) }),
    }
    return [id, { ...route, module: wrapped }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function wrapRouteFunction(fn: RouteFunction, toReported: ToReported): RouteFunction {
  return async (args: never) => {
    try {
      return await fn(args)
    } catch (error) {
      if (error instanceof Response || isRouteErrorResponse(error) || isThrownData(error)) throw error
      const { code, status, fields = {}, detail = {} } = toReported(error, args)
      throw data({ code, status, fields, detail }, { status })
    }
  }
}

/** Whether it was made by `data()`, which the router turns into an error response. */
function isThrownData(error: unknown): boolean {
  return (error as { type?: unknown } | null)?.type === 'DataWithResponseInit'
}
