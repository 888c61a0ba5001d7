import { data, redirect } from 'react-router'
import { formatCode } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Tab, Tabs } from '../../../ui/list/tabs.tsx'
import { setFlash } from '../../../ui/page/flash.ts'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { withActionTexts } from '../../audit/pages/audit-messages.ts'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { registryStateText } from '../../search/pages/search-messages.ts'
import { callAsStaff, staffMeta, tryAsStaff } from '../../session/pages/staff-page.ts'
import * as contract from '../contract.ts'
import * as lists from '../list-contract.ts'
import type { Route } from './+types/staff-registry-page'
import { GiftsPart } from './gifts-part.tsx'
import { GuestsPart } from './guests-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { LettersPart } from './letters-part.tsx'
import { RegistryMoneyPart } from './money-part.tsx'
import { OrdersPart } from './orders-part.tsx'
import { OverviewPart } from './overview-part.tsx'
import { RegistryActions } from './registry-actions.tsx'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  staffMeta(formatCode(params.id ?? ''), matches)

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const input = { ...readListQuery(request), registry: params.id }
  return callAsStaff(ctx, request, async () => {
    const overview = await ctx.call(contract.showStaffRegistry, { registry: params.id })
    if (params.id !== overview.head.code)
      throw redirect(withLanguage(paths.staffRegistry(overview.head.code, params.part), ctx.language))
    return { overview, draftKey: crypto.randomUUID(), below: await loadPart(ctx, params.part, input) }
  })
}

type PartInput = { registry: string } & Record<string, string>

/** What is below the tabs. */
async function loadPart(ctx: PageContext, part: string | undefined, input: PartInput) {
  const { call } = ctx
  if (part === undefined) return { part: 'overview' as const }
  if (part === 'gifts') return { part: 'gifts' as const, list: await call(lists.listStaffGifts, input) }
  if (part === 'orders') return { part: 'orders' as const, list: await call(lists.listStaffOrders, input) }
  if (part === 'money') return { part: 'money' as const, list: await call(lists.showStaffMoney, input) }
  if (part === 'letters') return { part: 'letters' as const, list: await call(lists.listStaffLetters, input) }
  if (part === 'guests') return { part: 'guests' as const, list: await call(lists.listStaffGuests, input) }
  if (part === 'history') {
    const list = await call(contract.listStaffHistory, input)
    return { part: 'history' as const, list: { ...list, acts: withActionTexts(list.acts, ctx) } }
  }
  throw data({ code: 'refused_missing', status: 404, fields: {}, detail: {} }, { status: 404 })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const [kind = '', id = ''] = field('email').split(' ')
  if (kind !== '') {
    const input = { registry: params.id, kind: kind === 'guest' ? 'guest' : 'order', id } as const
    const { email } = await callAsStaff(ctx, request, () => ctx.call(contract.showGuestEmail, input))
    return { shown: { [`${kind} ${id}`]: email }, noteErrors: {}, body: '' }
  }
  const note = { registry: params.id, body: field('body'), draft_key: field('draft_key') }
  const { refused } = await tryAsStaff(ctx, request, () => ctx.call(contract.addStaffNote, note))
  if (refused)
    return data({ shown: {}, noteErrors: refused.fields, body: note.body }, { status: refused.status })
  setFlash(ctx, { tone: 'done', title: m.staff_note_added() })
  throw redirect(withLanguage(paths.staffRegistry(params.id), ctx.language))
}

export default function StaffRegistryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { overview, draftKey, below } = loaderData
  const { head } = overview
  const note = { draftKey, errors: actionData?.noteErrors ?? {}, body: actionData?.body ?? '' }
  const shown: Record<string, string> = actionData?.shown ?? {}
  return (
    <StaffPage
      title={head.registry_name}
      lead={`${formatCode(head.code)}, ${head.event_type}, ${registryStateText(head.state)}`}
      aside={head.state !== 'removed' && <RegistryActions head={head} />}
    >
      <RegistryTabs code={head.code} />
      {below.part === 'overview' && <OverviewPart overview={overview} note={note} />}
      {below.part === 'gifts' && <GiftsPart list={below.list} />}
      {below.part === 'orders' && <OrdersPart list={below.list} shown={shown} />}
      {below.part === 'money' && <RegistryMoneyPart list={below.list} money={overview.money} />}
      {below.part === 'letters' && <LettersPart list={below.list} />}
      {below.part === 'guests' && <GuestsPart list={below.list} shown={shown} />}
      {below.part === 'history' && <HistoryPart list={below.list} />}
    </StaffPage>
  )
}

const tabs: [part: string, label: () => string][] = [
  ['gifts', m.common_gifts],
  ['orders', m.common_orders],
  ['money', m.common_money],
  ['letters', m.staff_part_letters],
  ['guests', m.common_guests],
  ['history', m.staff_part_history],
]

function RegistryTabs({ code }: { code: string }) {
  return (
    <Tabs label={m.common_registry()}>
      <Tab to={paths.staffRegistry(code)} end>
        {m.staff_part_overview()}
      </Tab>
      {tabs.map(([part, label]) => (
        <Tab key={part} to={paths.staffRegistry(code, part)}>
          {label()}
        </Tab>
      ))}
    </Tabs>
  )
}
