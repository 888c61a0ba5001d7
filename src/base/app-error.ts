/**
 * The one kind of error that a visitor is meant to see: a code that programs read (also the key of its
 * words), an HTTP status, and, for bad input, a message key beside each wrong field.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly detail: Record<string, unknown> | undefined

  constructor(
    code: string,
    status = 400,
    more: { fields?: Record<string, string>; detail?: Record<string, unknown> } = {},
  ) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.fields = more.fields
    this.detail = more.detail
  }
}

/** The sentence of an API that sends no codes (R902); null where the code is one of ours. */
export function sentenceFromApi(code: string): string | null {
  return /\s/.test(code) ? code : null
}

/** Throws a Refusal unless the condition holds; by default a missing thing, so that nothing is given away. */
export function authorize(condition: boolean, code = 'refused_missing', status = 404): asserts condition {
  if (!condition) throw new AppError(code, status)
}

/** Throws `refused_fields` 422 when there are any errors: message keys by field name. */
export function throwFieldErrors(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('refused_fields', 422, { fields })
}

/** The thing itself, or the refusal that says it is missing. */
export function orNotFound<T>(thing: T | null | undefined, code = 'refused_missing'): T {
  if (thing === null || thing === undefined) throw new AppError(code, 404)
  return thing
}

/** A refusal of 429 that ends by itself; `retry_after` in its detail is whole seconds until then. */
export function tooManyRequests(
  code: string,
  until: Date,
  now: Date,
  detail: Record<string, unknown> = {},
): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new AppError(code, 429, { detail: { ...detail, retry_after: Math.max(1, seconds) } })
}
