import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../base/app-error.ts'
import { discoveryPath, maxDiscoveredPaths } from '../../base/paths.ts'
import { staffCookieName } from '../../base/staff-roles.ts'
import type { Config } from '../config.ts'
import { readCookie, readSessionToken, tokenCookie } from '../context/session.ts'
import type { ErrorResponses } from '../errors/error-responses.ts'
import { isReadablePath, isSameOriginRequest } from '../security/security-headers.ts'

/** The router of the pages looks for each beginning of a path, so that long ones would cost the square of their length. */
const maxSegments = 16
const hasManySegments = (path: string) => path.split('/', maxSegments + 2).length > maxSegments + 1

/**
 * Refuses a path with broken UTF-8 or control characters (400, R929), one of more than 16 segments (404, below /api 400),
 * and a browser that asks about more than 20 paths at once, or about such long ones (400, R1200).
 */
export function refuseUnreadablePaths(errors: ErrorResponses): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    if (!isReadablePath(pathname) || (pathname === discoveryPath && !mayDiscover(searchParams)))
      return errors.refuse(c, new AppError('refused_unreadable', 400))
    if (!hasManySegments(pathname)) return next()
    const isApi = pathname.startsWith('/api/')
    return errors.refuse(
      c,
      isApi ? new AppError('refused_unreadable', 400) : new AppError('refused_missing', 404),
    )
  }
}

function mayDiscover(searchParams: URLSearchParams): boolean {
  const asked = searchParams.get('paths')?.split(',', maxDiscoveredPaths + 1) ?? []
  return asked.length <= maxDiscoveredPaths && !asked.some(hasManySegments)
}

/** The largest body in bytes; one without a length is counted while it is read. */
const maxBodyBytes = 1_000_000
/** The largest body with a picture of a host: 3 MB, and the rest of the form. */
const maxPictureBodyBytes = 3_500_000
const pictureCalls = ['/api/registry/update', '/api/v2/invitation-content/save']
const picturePages = /^\/registry\/[^/]+\/edit(\/invitation-settings)?$/
const takesPicture = (path: string) =>
  pictureCalls.includes(path) || picturePages.test(path.replace(/\/?(\.data)?$/, ''))

/**
 * Refuses with 413 a body that is too large (R927). One that says its length is left unopened: Node receives no more of
 * it than that, and reading it as a stream, which opening it begins, takes longer than most calls.
 */
export function limitBodySize(errors: ErrorResponses): MiddlewareHandler {
  const onError = (c: Context) => refuseLargeBody(c, errors)
  const countBody = bodyLimit({ maxSize: maxBodyBytes, onError })
  const countPicture = bodyLimit({ maxSize: maxPictureBodyBytes, onError })
  return async (c, next) => {
    if (isSafeMethod(c.req.method)) return next()
    const isPicture = takesPicture(c.req.path)
    const length = saidLength(c)
    if (length === null) return (isPicture ? countPicture : countBody)(c, next)
    return length > (isPicture ? maxPictureBodyBytes : maxBodyBytes) ? onError(c) : next()
  }
}

/** The length that the request says its body has; null where the body has to be counted. */
function saidLength(c: Context): number | null {
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) && c.req.header('transfer-encoding') === undefined ? length : null
}

/** Closes the connection, so that the rest of the body is not received. */
function refuseLargeBody(c: Context, errors: ErrorResponses): Response {
  const response = errors.refuse(c, new AppError('refused_large', 413))
  response.headers.set('connection', 'close')
  return response
}

/** Refuses with 403 a changing request that comes from another site; a token in the header is sufficient proof. */
export function refuseForeignOrigins(
  config: Config,
  exemptPath: string,
  errors: ErrorResponses,
): MiddlewareHandler {
  return async (c, next) => {
    const isSafe = isSafeMethod(c.req.method) || readSessionToken(c.req.raw, config)?.by === 'header'
    const cookies = [tokenCookie(config), staffCookieName(config.SITE_URL.startsWith('https:'))]
    const hasCookie = cookies.some(name => readCookie(c.req.raw, name) !== undefined)
    const isAllowed =
      isSafe ||
      c.req.path === exemptPath ||
      isSameOriginRequest(c.req.raw, new URL(config.SITE_URL).origin, hasCookie)
    return isAllowed ? next() : errors.refuse(c, new AppError('refused_origin', 403))
  }
}

/** Whether the method changes nothing; such a request has no body. */
const isSafeMethod = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
