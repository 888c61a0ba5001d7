import { type Endpoint, fillPath } from '../src/base/endpoint.ts'

/** An answer of the API: its status, and what its envelope holds. */
export interface Answer<T> {
  status: number
  success: boolean
  message: string
  data: T
}

/** The data of an error's envelope. */
export interface Refused {
  error: string
  code: string
  /** The sentence for each wrong field. */
  fields?: Record<string, string>
  /** The message key for each wrong field. */
  keys?: Record<string, string>
  reference?: string
  [detail: string]: unknown
}

/** The sender of a call. */
export interface Caller {
  /** A session token. */
  as?: string
  /** The network address. */
  from?: string
  process?: 'A' | 'B'
  /** Asked for in the address. */
  language?: string
}

/** The envelope as `get` and `post` answer it, beside status and headers. */
export interface Envelope {
  success: boolean
  message: string
  data: Record<string, unknown> & { code?: string; error?: string; keys?: Record<string, string> }
}

type Options = { token?: string; from?: string; headers?: Record<string, string> }
type Send = (path: string, init: RequestInit, caller: Caller) => Response | Promise<Response>

/** Calls the API over HTTP, by endpoint or by path. */
export function createClient(send: Send) {
  /** One call of the API, by its endpoint; the caller may be a session token alone. */
  async function call<T = Refused>(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    input: object,
    caller: Caller | string = {},
  ): Promise<Answer<T>> {
    const { as, language, ...sender } =
      typeof caller === 'string' ? { as: caller, language: undefined } : caller
    const fields = new URLSearchParams(method === 'GET' ? (input as Record<string, string>) : {})
    if (language !== undefined) fields.set('lang', language)
    const query = fields.size > 0 ? `?${fields}` : ''
    const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) }
    const body = method === 'GET' ? null : JSON.stringify(input)
    const response = await send(`/api${fillPath(path, input)}${query}`, { method, headers, body }, sender)
    return { status: response.status, ...((await response.json()) as object) } as Answer<T>
  }

  /** Sends JSON, or a form when the body is one. */
  async function post(path: string, body: object | URLSearchParams | FormData, options: Options = {}) {
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    const headers = headersFrom(options)
    if (!isForm) headers.set('content-type', 'application/json')
    const init = { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) }
    return readEnvelope(await send(`/api${path}`, init, callerFrom(options)))
  }

  async function get(path: string, options: Options = {}) {
    return readEnvelope(await send(`/api${path}`, { headers: headersFrom(options) }, callerFrom(options)))
  }

  return { call, post, get }
}

function headersFrom({ token, headers }: Options): Headers {
  return new Headers({ ...(token && { authorization: `Bearer ${token}` }), ...headers })
}

function callerFrom({ from }: Options): Caller {
  return from === undefined ? {} : { from }
}

async function readEnvelope(response: Response) {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope }
}
