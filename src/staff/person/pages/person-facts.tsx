import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Link, useLocalizedHref } from '../../../ui/page/link.tsx'
import type { ConsoleAnswer } from '../../frame/pages/console-call.ts'
import { ProofFields, useNeedsProof } from '../../frame/pages/proof-fields.tsx'
import { StaffSection } from '../../frame/pages/staff-frame.tsx'
import { type StaffColumn, StaffList } from '../../frame/pages/staff-table.tsx'
import { Moment, RegistryLink } from '../../frame/pages/staff-text.tsx'
import { letterName } from '../../registry/pages/letter-messages.ts'
import { checkoutStateText } from '../../search/pages/search-messages.ts'

export type PersonData = NonNullable<ConsoleAnswer<'person'>>

type Given = PersonData['given'][number]
type Invited = PersonData['invited'][number]
type Wrote = PersonData['wrote'][number]
type Letter = PersonData['letters'][number]

/** What is kept of a person, by what they are to the shop. */
export function PersonFacts({ person }: { person: PersonData }) {
  const { host, given, invited, wrote, letters, counts, email } = person
  const needsProof = useNeedsProof()
  const file = useLocalizedHref(paths.staffPersonFile)
  const isNobody = host === null && Object.values(counts).every(count => count === 0)
  if (isNobody) return <p role="status">{m.staff_person_nothing()}</p>
  return (
    <>
      <Form
        method="post"
        action={file}
        reloadDocument
        aria-label={m.staff_host_export()}
        className="flex flex-col items-start gap-3"
      >
        <input type="hidden" name="email" value={email} />
        {needsProof && <ProofFields id="file" />}
        <Button type="submit" kind="outline" size="small">
          {m.staff_host_export()}
        </Button>
      </Form>
      {host && (
        <StaffSection title={m.staff_host_title()} id="host">
          <Link to={paths.staffHost(host.id)} variant="text" className="font-semibold">
            {host.name || email}
          </Link>
          {host.leaving && <p>{m.staff_leaving_already()}</p>}
        </StaffSection>
      )}
      <Part
        title={m.staff_person_given()}
        id="given"
        count={counts.given}
        rows={given}
        columns={givenColumns()}
      />
      <Part
        title={m.staff_person_invited()}
        id="invited"
        count={counts.invited}
        rows={invited}
        columns={invitedColumns()}
      />
      <Part
        title={m.staff_person_wrote()}
        id="wrote"
        count={counts.wrote}
        rows={wrote}
        columns={wroteColumns()}
      />
      <Part
        title={m.staff_part_letters()}
        id="letters"
        count={counts.letters}
        rows={letters}
        columns={letterColumns()}
      />
    </>
  )
}

const givenColumns = (): StaffColumn<Given>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} part="orders" /> },
  { label: m.staff_value_giver(), cell: row => row.name },
  { label: m.common_state(), cell: row => checkoutStateText(row.state) },
  { label: m.staff_created(), cell: row => <Moment at={row.created_at} /> },
]

const invitedColumns = (): StaffColumn<Invited>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} part="guests" /> },
  { label: m.staff_value_name(), cell: row => row.name },
  { label: m.common_reply(), cell: replyText },
  { label: m.staff_column_invited(), cell: row => <Moment at={row.invited_at} /> },
]

const wroteColumns = (): StaffColumn<Wrote>[] => [
  { label: m.staff_value_name(), cell: row => row.name },
  { label: m.staff_value_message(), cell: row => row.message },
  { label: m.staff_created(), cell: row => <Moment at={row.created_at} /> },
]

const letterColumns = (): StaffColumn<Letter>[] => [
  { label: m.staff_value_template(), cell: row => letterName(row.template) },
  { label: m.staff_created(), cell: row => <Moment at={row.created_at} /> },
]

function replyText({ reply, coming }: Invited): string | null {
  if (reply === null) return null
  return reply === 'coming' ? m.staff_reply_coming({ count: coming }) : m.staff_reply_not_coming()
}

function Part<Row>(props: {
  title: string
  id: string
  count: number
  rows: Row[]
  columns: StaffColumn<Row>[]
}) {
  const { title, id, count, rows, columns } = props
  if (count === 0) return null
  return (
    <StaffList
      {...{ id, rows, columns }}
      label={title}
      title={`${title} (${count})`}
      rowKey={row => rows.indexOf(row)}
    />
  )
}
