import type * as z from 'zod/mini'
import { type Endpoint, type InputOf, type ReplyOf, validateInput } from '../../base/endpoint.ts'
import type { PageContext } from '../page/page-context.ts'
import { type PageError, tryCall } from '../page/page-errors.ts'

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

/** Validates what was entered by the schema of a form whose fields are not the input of one call; answers as a call does. */
export function validateForm<S extends z.ZodMiniType>(
  ctx: Pick<PageContext, 'text'>,
  schema: S,
  entered: Record<string, unknown>,
): { done: z.output<S>; refused: null } | { done: null; refused: PageError } {
  const validated = validateInput(schema, entered)
  if (validated.ok) return { done: validated.value, refused: null }
  const fields = translateKeys(ctx, validated.fields)
  return { done: null, refused: { code: 'refused_fields', status: 422, fields, detail: {} } }
}

/** The sentence for each message key, by the same names. */
export function translateKeys<Name extends string | number>(
  { text }: Pick<PageContext, 'text'>,
  keys: Record<Name, string>,
): Record<Name, string> {
  return Object.fromEntries(Object.entries<string>(keys).map(([name, key]) => [name, text(key)])) as Record<
    Name,
    string
  >
}
