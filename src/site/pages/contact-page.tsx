import { useEffect, useRef } from 'react'
import { data } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { PostForm } from '../../ui/form/post-form.tsx'
import { type FormValues, readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { type PageError, withErrorReference } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { ShopHtml } from '../../ui/text/shop-html.tsx'
import { contactMessageMaxLength, sendContactMessage } from '../contact.contract.ts'
import type { Route } from './+types/contact-page'
import { loadShopPage } from './content-pictures.ts'

/** The shop's own text about contacting it, and a form that writes to the support address (R823). */
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
  const values = readFormValues(await request.formData())
  const { refused } = await submitForm(context.get(pageContext), sendContactMessage, values)
  if (refused) return data({ isSent: false, refused, values }, { status: refused.status })
  return { isSent: true, refused: undefined, values: undefined }
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
          <ContactForm refused={actionData?.refused} values={actionData?.values} />
        )}
      </section>
    </article>
  )
}

/** Takes the focus, because the focused button has disappeared with the form. */
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

function ContactForm({
  refused,
  values,
}: {
  refused: PageError | undefined
  values: FormValues | undefined
}) {
  return (
    <PostForm
      call={sendContactMessage}
      refused={refused}
      values={values}
      notice={<NotSentNotice refused={refused} />}
      fields={[
        { name: 'name', label: m.common_your_name(), autoComplete: 'name' },
        { name: 'email', kind: 'email', label: m.common_your_email() },
        { name: 'message', kind: 'area', label: m.contact_message(), maxCharacters: contactMessageMaxLength },
      ]}
      submit={m.contact_send()}
      wide
      className="mt-5 gap-5"
    />
  )
}

function NotSentNotice({ refused }: { refused: PageError | undefined }) {
  if (!refused || Object.keys(refused.fields).length > 0) return null
  return (
    <Notice tone="alert" title={m.contact_not_sent()}>
      {withErrorReference(
        refused.code === 'refused_often' ? m.refused_often() : m.contact_not_sent_lead(),
        refused,
      )}
    </Notice>
  )
}
