import type { ReactNode } from 'react'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { withActionTexts } from '../audit-messages.ts'
import { type ConsoleAnswer, callConsole } from '../frame/console-call.ts'
import { StaffPage, StaffSection } from '../frame/staff-frame.tsx'
import { StaffList } from '../frame/staff-table.tsx'
import { Moment, RegistryLink } from '../frame/staff-text.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-order-page'
import { letterColumns } from './letters-table.tsx'
import { OrdersTable, orderName } from './orders-table.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  staffMeta(loaderData ? orderName(loaderData.order) : '', matches)

export async function loader(args: Route.LoaderArgs) {
  const order = await callConsole(args, 'order', { order: args.params.order })
  return { order: { ...order, acts: withActionTexts(order.acts, args.context.get(pageContext)) } }
}

/** Shows a giver's masked e-mail; this is audited (R962). */
export async function action(args: Route.ActionArgs) {
  const asked = String((await args.request.formData()).get('email') ?? '')
  const [, id = '', registry = ''] = asked.split(' ')
  const { email } = await callConsole(args, 'guestEmail', { registry, kind: 'order', id })
  return { shown: { [asked]: email } }
}

type StaffOrder = Route.ComponentProps['loaderData']['order']

/** An order whole (R1451): what happened, its payment, its letters, and what can be done. */
export default function StaffOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData
  const shown: Record<string, string> = actionData?.shown ?? {}
  const [first] = order.parts
  const language = useLanguage()
  const tax = order.tax !== null && m.staff_money_tax_of({ amount: formatEuro(order.tax, language) })
  return (
    <StaffPage
      title={orderName(order)}
      lead={tax}
      back={
        first
          ? { to: paths.staffRegistry(first.code, 'orders'), label: m.common_back_to_the_registry() }
          : null
      }
      aside={
        order.shop_url !== null && (
          <ButtonLink to={order.shop_url} target="_blank" rel="noreferrer" kind="outline" size="small">
            {m.staff_order_in_shop()}
          </ButtonLink>
        )
      }
    >
      {order.parts.map(({ code, name, order: part }) => (
        <section key={code} aria-label={name}>
          <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold">{name}</span>
            <RegistryLink code={code} />
          </p>
          <OrdersTable orders={[part]} code={code} shown={shown} isAlone />
        </section>
      ))}
      <Timeline order={order} />
      <StaffList
        id="letters"
        label={m.staff_part_letters()}
        rows={order.letters}
        empty={m.staff_order_no_letters()}
        columns={letterColumns()}
      />
    </StaffPage>
  )
}

const eventMessages: Record<ConsoleAnswer<'order'>['facts'][number]['event'], () => string> = {
  taken: m.staff_order_taken,
  ordered: m.staff_order_ordered,
  paid: m.common_was_paid,
  refunded: m.staff_order_refunded,
  withdrawn: m.staff_order_withdrawn,
  sent: m.common_sent,
  returned: m.staff_order_returned,
  thanked: m.staff_order_thanked,
}

interface Step {
  key: string
  at: Date
  what: ReactNode
}

function Timeline({ order }: { order: StaffOrder }) {
  const language = useLanguage()
  const isOfSeveral = order.parts.length > 1
  const facts = order.facts.map(({ at, event, registry, cents }, index): Step => {
    const amount = cents === null ? '' : formatEuro(cents, language)
    const what = [eventMessages[event](), amount].filter(Boolean).join(': ')
    return {
      key: `fact ${index}`,
      at,
      what: (
        <>
          {what} {isOfSeveral && registry && <RegistryLink code={registry} />}
        </>
      ),
    }
  })
  const acts = order.acts.map(({ id, at, person, what, reason }): Step => {
    const who = person ?? m.staff_terminal()
    return {
      key: `act ${id}`,
      at,
      what: `${who}: ${[what, reason].filter(Boolean).join(', ')}`,
    }
  })
  const steps = [...facts, ...acts].sort((one, other) => one.at.getTime() - other.at.getTime())
  return (
    <StaffSection title={m.staff_order_timeline()} id="timeline">
      <ol className="flex flex-col gap-1.5 border-l-2 border-line pl-4 text-sm">
        {steps.map(({ key, at, what }) => (
          <li key={key} className="flex gap-x-4 max-sm:flex-col">
            <span className="w-44 shrink-0 text-soft">
              <Moment at={at} />
            </span>
            <span className="min-w-0 wrap-anywhere">{what}</span>
          </li>
        ))}
      </ol>
    </StaffSection>
  )
}
