import * as z from 'zod/mini'

/** Who may call: anyone, or a signed-in customer. Which rows they may read or change is the handler's rule. */
export type Who = 'anyone' | 'customer'

/** What moves where money or letters go, or when money leaves (R1223). */
export type ProtectedThing =
  | 'email'
  | 'password'
  | 'factor'
  | 'device'
  | 'delivery address'
  | 'co-host'
  | 'closing day'
  | 'payout'
  | 'download'

/**
 * By what somebody shows that they may: a fresh proof of who is there, with a code of the second factor (`proof`), the
 * same by a password in the very call (`password`), the code of a letter (`letter`), signing in itself, or that the thing
 * is new and their own.
 */
type Protection = 'proof' | 'password' | 'letter' | 'sign-in' | 'new'

export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** Below the API's base address, as the published API has it (R901); `:name` is replaced by the field of that name. */
  path: string
  who: Who
  /** One sentence for the OpenAPI document. */
  summary: string
  /** The message key of the answer, where it has a sentence of its own; else “Done”. */
  message?: string
  /** Checked in the browser and on the server; empty strings of a form count as missing fields. */
  input: In
  /** The fields that an answer may contain; decoded for pages, encoded over HTTP. */
  reply: Out
  /** A POST that changes nothing. */
  reads?: boolean
  /** The reply is `{ data, meta }`, both in the answer's envelope (R902). */
  paged?: boolean
  /** A partial change: a missing field stays as it is and an empty one clears it, so empty strings are not stripped. */
  keepsEmpty?: boolean
  /** Needs an Authorization header; a cookie is not enough, because this GET changes something (R905). */
  bearer?: boolean
  /** What it writes of the protected things, each with its proof; in tests, writing anything else of them fails. */
  protects?: Partial<Record<ProtectedThing, Protection>>
  /** For our own pages in this process alone: not served over HTTP, not in the OpenAPI document. */
  inside?: boolean
}

/** Defines a call once, for the form's validation, the server's parsing, the reply's fields and the OpenAPI document. */
export function endpoint<In extends z.ZodMiniType, Out extends z.ZodMiniType, W extends Who>(
  definition: Endpoint<In, Out> & { who: W },
): Endpoint<In, Out> & { who: W } {
  return definition
}

/** Fills the named parts of a path: `/list/:registry` and `{ registry: 'A' }` give `/list/A`. */
export function fillPath(path: string, input: unknown): string {
  const fields = (input ?? {}) as Record<string, unknown>
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(fields[name] ?? '').toWellFormed()))
}

export type InputOf<E> = E extends Endpoint<infer In, z.ZodMiniType> ? z.input<In> : never
export type ParsedOf<E> = E extends Endpoint<infer In, z.ZodMiniType> ? z.output<In> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer Out> ? z.output<Out> : never

/** How pages call the API: in this process, or over HTTP when it is deployed elsewhere. */
export type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>

type Validated<T> = { ok: true; value: T } | { ok: false; fields: Record<string, string> }

/** Parses input; when it is wrong, answers every wrong field with the key of its first message. */
export function validateInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  keepsEmpty = false,
): Validated<z.output<S>> {
  const parsed = z.safeParse(schema, keepsEmpty ? input : stripEmptyStrings(input))
  if (parsed.success) return { ok: true, value: parsed.data }
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'form'] ??= messageKey(issue, input)
  return { ok: false, fields }
}

/** Our own rules have message keys; the library's own messages become `field_required` or `field_malformed`. */
function messageKey(issue: z.core.$ZodIssue, input: unknown): string {
  if (isMessageKey(issue.message)) return issue.message
  return isMissing(input, issue.path) ? 'field_required' : 'field_malformed'
}

/** Whether a text is the key of a message of ours, and no sentence of another API. */
export function isMessageKey(text: string): boolean {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(text)
}

function isMissing(input: unknown, path: PropertyKey[]): boolean {
  const value = path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key],
    input,
  )
  return value === undefined || value === null || value === ''
}

/** Removes empty strings, at every depth, before anything is coerced (R904). */
export function stripEmptyStrings(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(stripEmptyStrings)
  if (input === null || typeof input !== 'object' || Object.getPrototypeOf(input) !== Object.prototype)
    return input
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [key, stripEmptyStrings(value)]),
  )
}
