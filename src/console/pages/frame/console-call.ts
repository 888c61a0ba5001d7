import { type LoaderFunctionArgs, redirect } from 'react-router'
import type * as z from 'zod/mini'
import type { ConsoleCalls } from '../../../app/console-calls.ts'
import { AppError } from '../../../base/app-error.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { setFlash } from '../../../ui/page/flash.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { isOfProof } from './proof-fields.tsx'

type Name = keyof ConsoleCalls
type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>

type ConsoleInput<N extends Name> = z.input<ConsoleCalls[N]['input']>
export type ConsoleAnswer<N extends Name> = Awaited<ReturnType<ConsoleCalls[N]['run']>>

/** Calls without a redirect to the sign-in page: for what anybody may do, and pages that handle a missing session. */
export const callOpenly = <N extends Name>({ context }: Args, name: N, input: ConsoleInput<N>) =>
  context.get(pageContext).callStaff(name, input) as Promise<ConsoleAnswer<N>>

/** Calls for one of the staff. Without a session it throws a redirect to the sign-in page, which leads back. */
export async function callConsole<N extends Name>(
  args: Args,
  name: N,
  input: ConsoleInput<N>,
): Promise<ConsoleAnswer<N>> {
  try {
    return await callOpenly(args, name, input)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { language } = args.context.get(pageContext)
    const isRead = args.request.method === 'GET'
    const { pathname, search } = new URL(args.request.url)
    // A file has no page that could ask for the proof.
    if (error.code === 'staff_proof_needed' && isRead)
      throw redirect(withLanguage(pathTo(paths.staffProof, pathname + search), language))
    if (error.status !== 401) throw error
    const from = pathname.replace(/\.data$/, '') + (isRead ? search : '')
    throw redirect(withLanguage(pathTo(paths.staffLogin, from), language))
  }
}

const pathTo = (page: string, from: string) => `${page}?to=${encodeURIComponent(from)}`

type Tried<N extends Name> = { done: ConsoleAnswer<N>; refused: null } | { done: null; refused: PageError }

/** The same, but answers wrong fields and conflicts, which the page shows, instead of throwing them. */
export async function tryConsole<N extends Name>(
  args: Args,
  name: N,
  input: ConsoleInput<N>,
): Promise<Tried<N>> {
  try {
    return { done: await callConsole(args, name, input), refused: null }
  } catch (error) {
    const isShown = error instanceof AppError && ([409, 422].includes(error.status) || isOfProof(error))
    if (!isShown) throw error
    return tryCall(() => Promise.reject<ConsoleAnswer<N>>(error))
  }
}

/** The same for a call that may ask for a fresh proof (R1181), whose fields are in the same form. */
export async function tryConsoleWithProof<N extends Name>(
  args: Args,
  { proof_password, proof_code = '' }: Record<string, string>,
  name: N,
  input: ConsoleInput<N>,
): Promise<Tried<N>> {
  if (proof_password !== undefined) {
    const { refused } = await tryConsole(args, 'proof', { proof_password, proof_code })
    if (refused) return { done: null, refused }
  }
  return tryConsole(args, name, input)
}

/** A redirect to a page of the console that shows what was done. */
export function goOnTo({ context }: Pick<Args, 'context'>, to: string, title: string, body?: string) {
  const ctx = context.get(pageContext)
  setFlash(ctx, { tone: 'done', title, ...(body !== undefined && { body }) })
  return redirect(withLanguage(to, ctx.language))
}

/** The fields of a page's query, without the language. */
export function readListQuery(request: Request): Record<string, string> {
  const { lang, ...fields } = Object.fromEntries(new URL(request.url).searchParams)
  return fields
}
