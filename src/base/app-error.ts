const mark = Symbol.for('doron.AppError')

/**
 * The one kind of error that a visitor may see: a code for programs (also the key of its message), an HTTP status, and,
 * for wrong input, a message key by field name.
 */
export class AppError extends Error {
  /**
   * The process has this class twice: in the program that opens the database's pool, and in the built bundle.
   * `instanceof` knows the errors of both, so that a refusal keeps its status.
   */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && mark in value
  }

  readonly [mark] = true
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly detail: Record<string, unknown> | undefined

  constructor(
    code: string,
    status = 400,
    options: { fields?: Record<string, string>; detail?: Record<string, unknown> } = {},
  ) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.fields = options.fields
    this.detail = options.detail
  }
}

/** Throws an AppError unless the condition holds; by default 404, so that nothing is given away. */
export function authorize(condition: boolean, code = 'refused_missing', status = 404): asserts condition {
  if (!condition) throw new AppError(code, status)
}

/** Throws `refused_fields` 422 when there are any errors: message keys by field name. */
export function throwFieldErrors(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('refused_fields', 422, { fields })
}

/** The value itself; throws an AppError 404 when there is none. */
export function orNotFound<T>(value: T | null | undefined, code = 'refused_missing'): T {
  if (value === null || value === undefined) throw new AppError(code, 404)
  return value
}

/** The error 429, to be thrown; `retry_after` in its detail is the whole seconds until `until`. */
export function tooManyRequests(
  code: string,
  until: Date,
  now: Date,
  detail: Record<string, unknown> = {},
): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new AppError(code, 429, { detail: { ...detail, retry_after: Math.max(1, seconds) } })
}
