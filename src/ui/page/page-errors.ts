import { isRouteErrorResponse } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import { m } from '../../paraglide/messages.js'

/**
 * What a page shows of an AppError: its code, the sentence beside each wrong field in the reader's language, and what else
 * it carries: `sentence`, and `body` where its message has two lines (src/server/pages/page-calls.ts).
 */
export interface PageError {
  code: string
  status: number
  fields: Record<string, string>
  detail: Record<string, unknown>
}

/** Calls and returns the result, or the AppError as data for the page; any other error is thrown on. */
export async function tryCall<T>(
  call: () => Promise<T>,
): Promise<{ done: T; refused: null } | { done: null; refused: PageError }> {
  try {
    return { done: await call(), refused: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, status, fields = {}, detail = {} } = error
    return { done: null, refused: { code, status, fields, detail } }
  }
}

/** What is wrong, in one line: the second line of its message, which is a sentence always, else the only one. */
export function errorSentence({ detail }: Pick<PageError, 'detail'>): string | null {
  const { sentence, body } = detail
  return (
    ([body, sentence].find(text => typeof text === 'string' && text !== '') as string | undefined) ?? null
  )
}

/** The sentence of an error for an alert, followed by the number of its log line where it has one. */
export function errorText(error: Pick<PageError, 'detail'>): string {
  return withErrorReference(errorSentence(error) ?? m.refused_unexpected(), error)
}

/** The same where only an error of no field has an alert; null for wrong fields, which have their own sentences. */
export function wholeErrorText(
  error: Pick<PageError, 'fields' | 'detail'> | null | undefined,
): string | null {
  return error && Object.keys(error.fields).length === 0 ? errorText(error) : null
}

/** What a page says of the number of a failure's log line (R937); null when the error has none. */
export function errorReferenceText({ detail }: Pick<PageError, 'detail'>): string | null {
  const { reference } = detail
  return typeof reference === 'string' ? m.site_failure_reference({ reference }) : null
}

/** The sentence of an error, followed by the number of its log line where it has one. */
export function withErrorReference(sentence: string, error: Pick<PageError, 'detail'>): string {
  const referenceText = errorReferenceText(error)
  if (referenceText === null) return sentence
  return `${sentence}${/[.!;?…]$/.test(sentence) ? '' : '.'} ${referenceText}`
}

/** The AppError of a loader or action that an error boundary received; null for any other error. */
export function findPageError(error: unknown): PageError | null {
  return isRouteErrorResponse(error) && error.data && typeof error.data === 'object' && 'code' in error.data
    ? (error.data as PageError)
    : null
}
