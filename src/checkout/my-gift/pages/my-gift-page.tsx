import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { setFlash } from '../../../ui/page/flash.ts'
import { Link } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import type { giverVisibilities } from '../../hand-off/giver-rules.ts'
import { changeMyGift, showMyGift, withdrawMyGift } from '../contract.ts'
import type { Route } from './+types/my-gift-page'
import { myGiftCookie } from './my-gift-cookie.ts'
import { GiverDetailsForm, MyGiftLines } from './my-gift-sections.tsx'
import { WithdrawalSection } from './withdrawal-section.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  buildPageMeta({ ...matches[0].loaderData, title: m.common_your_gift(), path: paths.myGift, noindex: true })

/** What a giver gave, by the private link in their e-mail. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const token = myGiftCookie.read(ctx)
  const { done } = token ? await tryCall(() => ctx.call(showMyGift, { token })) : { done: null }
  return { gift: done ?? null, language: ctx.language }
}

export async function action({ request, context }: Route.ActionArgs): Promise<{ refused: PageError }> {
  const ctx = context.get(pageContext)
  const token = myGiftCookie.read(ctx) ?? ''
  const form = await request.formData()
  const isWithdrawal = form.get('intent') === 'withdraw'
  const { refused } = await tryCall(() =>
    isWithdrawal
      ? ctx.call(withdrawMyGift, { token })
      : ctx.call(changeMyGift, { token, ...readGiverDetails(form) }),
  )
  if (refused) return { refused }
  if (!isWithdrawal) setFlash(ctx, { tone: 'done', title: m.my_gift_saved() })
  throw redirect(withLanguage(paths.myGift, ctx.language))
}

function readGiverDetails(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  const lineIds = [...form.keys()].flatMap(name => name.match(/^message-(\d+)$/)?.[1] ?? [])
  return {
    giver_name: text('giver_name'),
    giver_name_before: text('giver_name_before'),
    visibility: text('visibility') as (typeof giverVisibilities)[number],
    message: text('message'),
    messages: lineIds.map(id => ({ id: Number(id), message: text(`message-${id}`) })),
  }
}

/** For whom; a list that is called after its hosts is named once. */
function leadText(hosts: string, registry: string): string {
  return hosts === registry ? m.my_gift_lead_same({ registry }) : m.my_gift_lead({ hosts, registry })
}

export default function MyGiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, language } = loaderData
  if (!gift)
    return (
      <Page title={m.common_your_gift()}>
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
  const stateTexts = {
    paid: () => m.my_gift_paid({ hosts: gift.host_kind ?? 'hosts' }),
    pending: m.my_gift_pending,
    void: m.my_gift_void,
  }
  return (
    <Page width="text" title={m.common_your_gift()} lead={leadText(gift.hosts, gift.registry_name)}>
      <p className="font-semibold">{stateTexts[gift.state]()}</p>
      {gift.orders.length > 0 && (
        <p className="text-sm text-soft">{m.my_gift_orders({ orders: gift.orders.join(', ') })}</p>
      )}
      <MyGiftLines gift={gift} language={language} />
      {gift.state !== 'void' && <GiverDetailsForm gift={gift} refused={actionData?.refused} />}
      <WithdrawalSection gift={gift} language={language} refused={actionData?.refused} />
      <p className="mt-10">
        <Link to={paths.registry(gift.registry_id)} variant="strong">
          {m.my_gift_registry()}
        </Link>
      </p>
    </Page>
  )
}
