import type { Endpoint, InputOf, ReplyOf } from '../../base/endpoint.ts'
import type { PageContext } from '../page/page-context.ts'
import { tryCall } from '../page/page-errors.ts'

/** The texts of a form by field name. */
export type FormValues = Record<string, string>

/** The texts of a form; of several fields with one name the last. Files are left out. */
export function readFormValues(form: FormData): FormValues {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/**
 * Sends what a visitor entered to an endpoint, which validates it: `entered` may hold anything, `known` are the fields
 * that the page itself knows. Returns the reply, or the AppError with the wrong fields.
 */
export function submitForm<E extends Endpoint>(
  { call }: Pick<PageContext, 'call'>,
  endpoint: E,
  entered: Record<string, unknown>,
  known: Partial<InputOf<E>> = {},
) {
  const input = { ...entered, ...known }
  return tryCall<ReplyOf<E>>(() => call(endpoint, input as InputOf<E>))
}
