import { useEffect, useRef } from 'react'
import { data, Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall, withErrorReference } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import { loadShopPage } from '../../content/pages/load-shop-page.ts'
import { contactMessageMaxLength, sendContactMessage } from '../contract.ts'
import type { Route } from './+types/contact-page'

/** The shop's own text about reaching it, and a form that writes to its support address (R823). */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { page: await loadShopPage(context.get(pageContext), url.pathname) }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { title, summary, path } = loaderData.page
  return buildPageMeta({ title, description: summary, path, language: root.language, site: root.site })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const textOf = (field: keyof ContactValues) => String(form.get(field) ?? '')
  const values: ContactValues = { name: textOf('name'), email: textOf('email'), message: textOf('message') }
  const { refused } = await tryCall(() => context.get(pageContext).call(sendContactMessage, values))
  if (refused) return data({ isSent: false, error: refused, values }, { status: refused.status })
  return { isSent: true, error: null, values: null }
}

interface ContactValues {
  name: string
  email: string
  message: string
}

export default function ContactPage({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <article className="measure grid gap-x-16 gap-y-12 pt-10 pb-20 md:pt-14 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div>
        <h1 className="max-w-2xl text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
        <div className="mt-6 md:mt-8">
          <ShopHtml html={page.html} className="text-lg" />
        </div>
      </div>
      <section aria-labelledby="write" className="self-start rounded-tile border border-line bg-card p-6">
        <h2 id="write" className="text-2xl">
          {m.contact_title()}
        </h2>
        {actionData?.isSent ? (
          <SentNotice />
        ) : (
          <ContactForm error={actionData?.error ?? null} values={actionData?.values ?? null} />
        )}
      </section>
    </article>
  )
}

/** Takes the focus, because the button that had it has disappeared with the form. */
function SentNotice() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div role="status" className="mt-5">
      <Notice ref={box} tone="done" title={m.contact_sent()}>
        {m.contact_sent_lead()}
      </Notice>
    </div>
  )
}

function ContactForm({ error, values }: { error: PageError | null; values: ContactValues | null }) {
  const form = useValidatedForm({ endpoint: sendContactMessage, fieldErrors: error?.fields })
  const isBusy = useIsSubmitting()
  const hasFieldErrors = error && Object.keys(error.fields ?? {}).length > 0
  return (
    <Form aria-label={m.contact_send()} method="post" className="mt-5 grid gap-5" {...form.props}>
      {error && !hasFieldErrors && (
        <Notice tone="alert" title={m.contact_not_sent()}>
          {withErrorReference(
            error.code === 'refused_often' ? m.refused_often() : m.contact_not_sent_lead(),
            error,
          )}
        </Notice>
      )}
      <ErrorSummary {...form.summary} />
      <TextField
        label={m.contact_name()}
        name="name"
        autoComplete="name"
        defaultValue={values?.name}
        error={form.error('name')}
      />
      <TextField
        label={m.contact_email()}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={values?.email}
        error={form.error('email')}
      />
      <TextArea
        label={m.contact_message()}
        name="message"
        rows={6}
        maxCharacters={contactMessageMaxLength}
        defaultValue={values?.message}
        error={form.error('message')}
      />
      <Button type="submit" size="large" wide busy={isBusy}>
        {m.contact_send()}
      </Button>
    </Form>
  )
}
