import { data, Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import {
  type ConsoleAnswer,
  callConsole,
  goOnTo,
  tryConsole,
  tryConsoleWithProof,
} from '../../frame/pages/console-call.ts'
import type { ReasonAction } from '../../frame/pages/reason-action.ts'
import { ReasonSection } from '../../frame/pages/reason-section.tsx'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import type { Route } from './+types/staff-people-page'
import { type PersonData, PersonFacts } from './person-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_people_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  return callConsole(args, 'person', {})
}

/** By a form alone: nobody's address stands in an address, a log or a browser's history. */
export async function action(args: Route.ActionArgs) {
  const values = Object.fromEntries(await args.request.formData()) as Record<string, string>
  const { intent = '', email = '', reason = '' } = values
  if (intent === 'erase') {
    const { done, refused } = await tryConsoleWithProof(args, values, 'erasePerson', values as never)
    if (done) throw goOnTo(args, paths.staffPeople, erasure.done(), erasedText(done))
    const person = await callConsole(args, 'person', { email })
    return data({ email, person, refused, reason }, { status: refused.status })
  }
  const { done, refused } = await tryConsole(args, 'person', { email: email || ' ' })
  if (refused) return data({ email, person: null, refused, reason }, { status: refused.status })
  return { email, person: done, refused: undefined, reason }
}

const erasure: ReasonAction = {
  call: 'erasePerson',
  title: m.staff_person_erase,
  lead: m.staff_person_erase_lead,
  done: m.staff_person_erased,
  isDangerous: true,
  isProved: true,
  isSure: true,
}

function erasedText({ leaving, ...numbers }: ConsoleAnswer<'erasePerson'>) {
  const counts = m.staff_person_erased_counts(numbers)
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

function PersonErasure(props: { person: PersonData; refused: PageError | undefined; reason: string }) {
  const { person, refused, reason } = props
  const { given, invited, wrote, letters } = person.counts
  if (person.host === null && given + invited + wrote + letters === 0) return null
  return (
    <ReasonSection
      intent="erase"
      action={erasure}
      answer={refused && { intent: 'erase', refused, reason }}
      refusedText={refused?.code === 'account_confirm_first' ? m.staff_person_unconfirmed() : undefined}
    >
      <input type="hidden" name="email" value={person.email} />
    </ReasonSection>
  )
}
