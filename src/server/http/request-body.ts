import { AppError } from '../../base/app-error.ts'
import { parseNestedForm } from '../../base/nested-form.ts'

const deepest = 12

/**
 * What a request brings: the query of a GET (or HEAD); a form-encoded, multipart or JSON body otherwise.
 * Throws `refused_unreadable`: 415 for a body that says it is none of these, 400 for one that is not what it says.
 */
export async function readRequestInput(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return fields(new URL(request.url).searchParams)
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return jsonOf(await request.text())
  if (type.includes('form')) return fields(await formOf(request))
  if ((await request.text()) !== '') throw unreadable(415)
  return {}
}

async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw unreadable()
  }
}

function fields(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  try {
    return parseNestedForm(entries)
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    if (isNested(value, deepest)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unreadable()
}

/** Whether it nests at most so deep; what walks the value later may then recurse. */
function isNested(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return levels > 0 && Object.values(value).every(inner => isNested(inner, levels - 1))
}

function unreadable(status = 400): AppError {
  return new AppError('refused_unreadable', status)
}
