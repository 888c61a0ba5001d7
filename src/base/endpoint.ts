import * as z from 'zod/mini'

/** Who may call: anyone at all, or only a signed-in customer. What a customer may touch is the handler's rule. */
export type Who = 'anyone' | 'customer'

export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** Below the API's base address, as the published API has it (R901); `:name` stands for the field of that name. */
  path: string
  who: Who
  /** One sentence for the OpenAPI document. */
  summary: string
  /** The key of the answer's sentence, where the specification words one; else “Done”. */
  message?: string
  /** Parsed on both sides; a form's empty strings are missing fields. */
  input: In
  /** The whitelist of what leaves: inside it decodes to what pages read, on the wire it is encoded. */
  reply: Out
  /** A POST that changes nothing: needs no same-origin proof. */
  reads?: boolean
  /** The reply is `{ data, meta }`, both in the answer's envelope (R902). */
  paged?: boolean
  /** A change of what stands: a missing field stays as it is, an empty one clears it; so empty strings are kept. */
  keepsEmpty?: boolean
  /** Answers to an explicit Authorization header alone, never to a cookie: a GET that acts (R905). */
  bearer?: boolean
  /** For our own pages in this process alone; not handler over HTTP, not in the document. */
  inside?: boolean
}

/** Says a call once: the form's validation, the server's parsing, the reply's whitelist and the document. */
export function endpoint<In extends z.ZodMiniType, Out extends z.ZodMiniType, W extends Who>(
  said: Endpoint<In, Out> & { who: W },
): Endpoint<In, Out> & { who: W } {
  return said
}

/** The path of a call with what it names in it: `/list/:registry` and `{ registry: 'A' }` make `/list/A`. */
export function fillPath(path: string, input: unknown): string {
  const fields = (input ?? {}) as Record<string, unknown>
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(fields[name] ?? '').toWellFormed()))
}

export type InputOf<E> = E extends Endpoint<infer In, z.ZodMiniType> ? z.input<In> : never
export type ParsedOf<E> = E extends Endpoint<infer In, z.ZodMiniType> ? z.output<In> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer Out> ? z.output<Out> : never

/** How pages and mails speak to the API: in process, or over HTTP when it is deployed elsewhere. */
export type Call = <E extends Endpoint>(said: E, input: InputOf<E>) => Promise<ReplyOf<E>>

export type Validated<T> = { ok: true; value: T } | { ok: false; fields: Record<string, string> }

/** Parses input and tells every wrong field at once, each with the key of its first message. */
export function validateInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  keepsEmpty = false,
): Validated<z.output<S>> {
  const parsed = z.safeParse(schema, keepsEmpty ? input : stripEmptyStrings(input))
  if (parsed.success) return { ok: true, value: parsed.data }
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'form'] ??= messageKey(issue)
  return { ok: false, fields }
}

/** Our bricks carry message keys; what the library words itself (a missing or mistyped field) becomes 'required'. */
function messageKey(issue: z.core.$ZodIssue): string {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(issue.message) ? issue.message : 'field_required'
}

/** Empty strings are missing fields, before anything is coerced (R904). */
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
