import { data } from 'react-router'
import { formatMoment } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { readFormValues } from '../../ui/form/submit-form.ts'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { errorText } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import type { Route } from './+types/staff-approval-page'
import { ActionComparison } from './action/action-comparison.tsx'
import { callConsole, goOnTo, tryConsoleWithProof } from './frame/console-call.ts'
import { isOfProof, NeededProof } from './frame/proof-fields.tsx'
import { StaffForm, StaffPage } from './frame/staff-frame.tsx'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_approval_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const ctx = args.context.get(pageContext)
  const found = await callConsole(args, 'moneyRequest', { id: args.params.id })
  return {
    found,
    title: ctx.text(`staff_act_${found.action}`),
    stateText: ctx.text(`staff_approval_${found.state}`),
  }
}

export async function action(args: Route.ActionArgs) {
  const form = readFormValues(await args.request.formData())
  const isAgreed = form.intent === 'agree'
  const call = isAgreed ? 'agreeToMoneyRequest' : 'refuseMoneyRequest'
  const { refused } = await tryConsoleWithProof(args, isAgreed ? form : {}, call, { id: args.params.id })
  if (refused) {
    const [sentence = errorText(refused)] = Object.values(refused.fields)
    return data({ refused, sentence }, { status: refused.status })
  }
  const done = isAgreed ? m.staff_approval_agreed() : m.staff_approval_refused_done()
  throw goOnTo(args, paths.staffWorkList('approval'), done)
}

/** A request for a second person; agreed to, it is looked at anew and done (R1182). */
export default function StaffApprovalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, title, stateText } = loaderData
  const language = useLanguage()
  const refused = actionData?.refused
  const { before, after, asked_by, registry, cents, at, alone_at, reason } = found
  const asked = m.staff_approval_asked({
    name: asked_by ?? m.staff_terminal(),
    moment: formatMoment(at, language),
  })
  return (
    <StaffPage
      title={title}
      lead={asked}
      back={{ to: paths.staffWorkList('approval'), label: m.staff_approval_title() }}
    >
      {refused && !isOfProof(refused) && <Notice tone="alert" title={actionData.sentence} />}
      <p>
        <Money cents={cents} className="font-semibold" />
        {registry && (
          <>
            {', '}
            <Link to={paths.staffRegistry(registry)} variant="text" className="inline-block py-1 max-md:py-3">
              {formatCode(registry)}
            </Link>
          </>
        )}
      </p>
      {found.state !== 'waiting' && <Notice title={stateText}>{found.decided_by}</Notice>}
      {before && after && <ActionComparison about={null} before={before} after={after} />}
      {reason && <p className="max-w-3xl wrap-anywhere">{`${m.staff_column_reason()}: ${reason}`}</p>}
      {alone_at && <p>{m.staff_approval_alone({ moment: formatMoment(alone_at, language) })}</p>}
      {found.state === 'waiting' && <Decision isOwn={found.is_own} refused={refused} />}
    </StaffPage>
  )
}

type Refused = NonNullable<NonNullable<Route.ComponentProps['actionData']>['refused']>

function Decision({ isOwn, refused }: { isOwn: boolean; refused: Refused | undefined }) {
  return (
    <>
      {isOwn && <p>{m.staff_approval_own()}</p>}
      {!isOwn && (
        <StaffForm
          submit={m.staff_approval_agree()}
          button={{ name: 'intent', value: 'agree', kind: 'primary', className: 'self-start max-md:w-full' }}
          className="flex max-w-2xl flex-col gap-4"
        >
          <NeededProof id="agree" refused={refused} />
        </StaffForm>
      )}
      <Form method="post" aria-label={isOwn ? m.staff_approval_take_back() : m.staff_approval_refuse()}>
        <Button type="submit" name="intent" value="refuse" kind="outline" className="max-md:w-full">
          {isOwn ? m.staff_approval_take_back() : m.staff_approval_refuse()}
        </Button>
      </Form>
    </>
  )
}
