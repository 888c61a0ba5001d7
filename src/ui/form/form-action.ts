import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { Endpoint, InputOf, ReplyOf } from '../../base/endpoint.ts'
import { withLanguage } from '../../base/paths.ts'
import { type FlashMessage, setFlash } from '../page/flash.tsx'
import { type PageContext, pageContext } from '../page/page-context.ts'
import { requireCustomer } from '../page/require-customer.ts'
import { isSecretField } from './secret-fields.ts'
import { readFormValues, submitForm } from './submit-form.ts'

interface FormActionOptions<E extends Endpoint, Known extends Partial<InputOf<E>>> {
  /** Only for who is signed in. */
  isForCustomers?: boolean
  /** What the page itself knows of the call's input. */
  known?: (ctx: PageContext) => Known
  /** What the page says when it is done, where it leads to; cookies are set here, too. */
  done: (
    reply: ReplyOf<E>,
    ctx: PageContext,
    known: Known,
  ) => (Partial<FlashMessage> & { title: string }) | null
  /** Where it leads then. */
  to: (ctx: PageContext, request: Request) => string
}

/** The action of a page whose form is one call: refused with what was typed, or done with a message on another page. */
export function formAction<E extends Endpoint, Known extends Partial<InputOf<E>> = object>(
  endpoint: E,
  options: FormActionOptions<E, Known>,
) {
  return async ({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) => {
    const ctx = context.get(pageContext)
    if (options.isForCustomers) requireCustomer(ctx, request)
    const values = readFormValues(await request.formData())
    const known = options.known?.(ctx) ?? ({} as Known)
    const { done, refused } = await submitForm(ctx, endpoint, values, known)
    if (refused) return data({ refused, values: withoutSecrets(values) }, { status: refused.status })
    const message = options.done(done, ctx, known)
    if (message) setFlash(ctx, { tone: 'done', ...message })
    throw redirect(withLanguage(options.to(ctx, request), ctx.language))
  }
}

/** What a form shows again; nobody is sent back a password or a code. */
export function withoutSecrets(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)))
}
