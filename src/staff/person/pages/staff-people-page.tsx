import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { setFlash } from '../../../ui/page/flash.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { ReasonForm } from '../../frame/pages/reason-form.tsx'
import { StaffPage, StaffSection } from '../../frame/pages/staff-frame.tsx'
import { callAsStaff, staffMeta, tryAsStaff, tryWithProof } from '../../session/pages/staff-page.ts'
import * as contract from '../contract.ts'
import type { Route } from './+types/staff-people-page'
import { PersonFacts } from './person-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_people_title(), matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  await callAsStaff(ctx, request, () => ctx.call(contract.showPersonData, {}))
  return null
}

/** By a form alone: nobody's address stands in an address, a log or a browser's history. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const values = Object.fromEntries(await request.formData()) as Record<string, string>
  const { intent = '', email = '', reason = '' } = values
  if (intent === 'erase') {
    const { done, refused } = await tryWithProof(ctx, request, values, () =>
      ctx.call(contract.erasePersonData, values as never),
    )
    if (done) {
      setFlash(ctx, { tone: 'done', title: m.staff_person_erased(), body: erasedText(done) })
      throw redirect(withLanguage(paths.staffPeople, ctx.language))
    }
    const { person } = await callAsStaff(ctx, request, () => ctx.call(contract.showPersonData, { email }))
    return data({ email, person, refused, reason }, { status: refused.status })
  }
  const { done, refused } = await tryAsStaff(ctx, request, () =>
    ctx.call(contract.showPersonData, { email: email || ' ' }),
  )
  if (refused) return data({ email, person: null, refused, reason }, { status: refused.status })
  return { email, person: done.person, refused: undefined, reason }
}

function erasedText({
  given,
  invited,
  wrote,
  leaving,
}: {
  given: number
  invited: number
  wrote: number
  leaving: boolean
}) {
  const counts = m.staff_person_erased_counts({ given, invited, wrote })
  return leaving ? `${counts} ${m.staff_erase_done()}` : counts
}

export default function StaffPeoplePage({ actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  const { person = null, refused } = actionData ?? {}
  const emailError = person === null && refused ? refused.fields.email : undefined
  return (
    <StaffPage title={m.staff_people_title()} lead={m.staff_people_lead()}>
      <Form method="post" aria-label={m.staff_people_find()} className="flex max-w-2xl flex-col gap-3">
        <TextField
          label={m.common_email()}
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={actionData?.email}
          error={emailError ? m.staff_email_wrong() : null}
        />
        <Button type="submit" name="intent" value="find" kind="outline" busy={isBusy} className="self-start">
          {m.staff_people_find()}
        </Button>
      </Form>
      {person && (
        <>
          <PersonFacts person={person} />
          <PersonErasure person={person} refused={refused} reason={actionData?.reason ?? ''} />
        </>
      )}
    </StaffPage>
  )
}

function PersonErasure(props: {
  person: contract.PersonData
  refused: PageError | undefined
  reason: string
}) {
  const { person, refused, reason } = props
  const { given, invited, wrote, letters } = person.counts
  if (person.host === null && given + invited + wrote + letters === 0) return null
  return (
    <StaffSection title={m.staff_person_erase()} id="erase">
      <ReasonForm
        intent="erase"
        label={m.staff_person_erase()}
        lead={m.staff_person_erase_lead()}
        refused={refused}
        reason={reason}
        refusedText={refused?.code === 'account_confirm_first' ? m.staff_person_unconfirmed() : undefined}
        isDangerous
        isProved
      >
        <input type="hidden" name="email" value={person.email} />
        <Checkbox
          label={m.staff_erase_sure()}
          name="sure"
          value="on"
          required
          error={refused?.fields.sure ? m.staff_sure_needed() : null}
        />
      </ReasonForm>
    </StaffSection>
  )
}
