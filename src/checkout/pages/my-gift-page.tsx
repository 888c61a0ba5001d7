import { redirect } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, type Refused } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Page } from '../../ui/page.tsx'
import type { visibilities } from '../limits-rules.ts'
import { cancelMyGift, changeMyGift, showMyGift } from '../my-gift-contract.ts'
import type { Route } from './+types/my-gift-page'
import { keptMyGift } from './my-gift-cookie.ts'
import { CancelGift, GivenLines, GivenWords } from './my-gift-parts.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...matches[0].loaderData, title: m.my_gift_title(), path: paths.myGift, hidden: true })

/** What a giver gave, by the private link in his letter. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const token = keptMyGift(visit)
  const { done } = token ? await attempt(() => visit.call(showMyGift, { token })) : { done: null }
  return { gift: done ?? null, language: visit.language }
}

export type MyGift = NonNullable<Awaited<ReturnType<typeof loader>>['gift']>

export async function action({ request, context }: Route.ActionArgs): Promise<{ refused: Refused }> {
  const visit = context.get(pageVisit)
  const token = keptMyGift(visit) ?? ''
  const form = await request.formData()
  const isCancel = form.get('intent') === 'cancel'
  const { refused } = await attempt(() =>
    isCancel ? visit.call(cancelMyGift, { token }) : visit.call(changeMyGift, { token, ...wordsOf(form) }),
  )
  if (refused) return { refused }
  if (!isCancel) saved(visit)
  throw redirect(inLanguage(paths.myGift, visit.language))
}

function wordsOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  const lines = [...form.keys()].flatMap(name => name.match(/^message-(\d+)$/)?.[1] ?? [])
  return {
    giver_name: text('giver_name'),
    visibility: text('visibility') as (typeof visibilities)[number],
    message: text('message'),
    messages: lines.map(id => ({ id: Number(id), message: text(`message-${id}`) })),
  }
}

function saved(visit: PageVisit): void {
  leaveNotice(visit, { tone: 'done', title: m.my_gift_saved() })
}

/** For whom, unless the list is called after them. */
function leadOf(hosts: string, registry: string): string {
  return hosts === registry ? m.my_gift_lead_same({ registry }) : m.my_gift_lead({ hosts, registry })
}

export default function MyGiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, language } = loaderData
  if (!gift)
    return (
      <Page title={m.my_gift_title()}>
        <EmptyState
          picture="letter"
          tone="honey"
          title={m.my_gift_none_title()}
          action={
            <ButtonLink to="/contact-us" kind="outline">
              {m.site_link_contact()}
            </ButtonLink>
          }
        >
          {m.my_gift_none_text()}
        </EmptyState>
      </Page>
    )
  const states = { paid: m.my_gift_paid, pending: m.my_gift_pending, void: m.my_gift_void }
  return (
    <Page width="text" title={m.my_gift_title()} lead={leadOf(gift.hosts, gift.registry_name)}>
      <p className="font-semibold">{states[gift.state]()}</p>
      <p className="text-sm text-soft">{m.my_gift_orders({ orders: gift.orders.join(', ') })}</p>
      <GivenLines gift={gift} language={language} />
      {gift.state !== 'void' && <GivenWords gift={gift} refused={actionData?.refused} />}
      <CancelGift gift={gift} language={language} refused={actionData?.refused} />
      <p className="mt-10">
        <Link to={paths.registry(gift.registry_id)} look="weight">
          {m.my_gift_registry()}
        </Link>
      </p>
    </Page>
  )
}
