import { isRouteErrorResponse } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import { m } from '../../paraglide/messages.js'

/** What a page shows of an AppError: its code, the message key beside each wrong field, and what else it carries. */
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
    return { done: null, refused: toPageError(error) }
  }
}

function toPageError({ code, status, fields = {}, detail = {} }: AppError): PageError {
  return { code, status, fields, detail }
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
