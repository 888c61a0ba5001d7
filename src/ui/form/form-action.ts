import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { Endpoint, InputOf, ReplyOf } from '../../base/endpoint.ts'
import { withLanguage } from '../../base/paths.ts'
import { type FlashMessage, setFlash } from '../page/flash.tsx'
import { type PageContext, pageContext } from '../page/page-context.ts'
import { requireCustomer } from '../page/require-customer.ts'
import { isSecretField } from './secret-fields.ts'
import { type FormValues, readFormValues, submitForm } from './submit-form.ts'

type SentForm = Pick<ActionFunctionArgs, 'request' | 'context' | 'params'>

// Methods, so that a page may say which parameters its own address has.
interface FormActionOptions<E extends Endpoint, Known> {
  /** Only for who is signed in. */
  isForCustomers?: boolean
  /** What the page itself knows of the call's input. */
  known?(ctx: PageContext, sent: SentForm): Known | Promise<Known>
  /** What the call gets of the form, where it is not its texts by their names. */
  entered?(values: FormValues): Record<string, unknown>
  /** What the page says when it is done, where it leads to; cookies are set here, too. */
  done?(reply: ReplyOf<E>, ctx: PageContext, known: Known): (Partial<FlashMessage> & { title: string }) | null
  /** Where it leads then. */
  to(
    ctx: PageContext,
    done: { request: Request; values: FormValues; known: Known; reply: ReplyOf<E> },
  ): string
}

/** The action of a page whose form is one call: refused with what was typed, or done with a message on another page. */
export function formAction<E extends Endpoint, Known extends Partial<InputOf<E>> = object>(
  endpoint: E,
  options: FormActionOptions<E, Known>,
) {
  return async (sent: SentForm) => {
    const { request, context } = sent
    const ctx = context.get(pageContext)
    if (options.isForCustomers) requireCustomer(ctx, request)
    const known = (await options.known?.(ctx, sent)) ?? ({} as Known)
    const values = readFormValues(await request.formData())
    const entered = options.entered?.(values) ?? values
    const { done: reply, refused } = await submitForm(ctx, endpoint, entered, known)
    if (refused) return data({ refused, values: withoutSecrets(values) }, { status: refused.status })
    const message = options.done?.(reply, ctx, known)
    if (message) setFlash(ctx, { tone: 'done', ...message })
    throw redirect(withLanguage(options.to(ctx, { request, values, known, reply }), ctx.language))
  }
}

/** What a form shows again; nobody is sent back a password or a code. */
export function withoutSecrets(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)))
}
