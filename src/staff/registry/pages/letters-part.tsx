import type { ReplyOf } from '../../../base/endpoint.ts'
import { m } from '../../../paraglide/messages.js'
import { ActionLinks } from '../../action/pages/action-links.tsx'
import { isRewritable } from '../../action/rules.ts'
import { CursorPager } from '../../frame/pages/staff-frame.tsx'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import type { listStaffLetters, StaffLetterView } from '../list-contract.ts'
import { letterName } from './letter-messages.ts'

/** What was sent, and what could not be. */
export function LettersPart({ list }: { list: ReplyOf<typeof listStaffLetters> }) {
  return (
    <div>
      <p className="mb-3 text-sm text-soft">{m.staff_letters_lead()}</p>
      <StaffTable
        label={m.staff_part_letters()}
        rows={list.letters}
        rowKey={letter => letter.id}
        empty={m.staff_letters_none()}
        columns={[
          { label: m.staff_column_when(), cell: letter => <Moment at={letter.created_at} /> },
          { label: m.common_what(), cell: letter => letterName(letter.template) },
          { label: m.common_to(), cell: letter => letter.recipient },
          { label: m.common_state(), cell: letterStateText },
          { label: m.common_sent(), cell: letter => <Moment at={letter.sent_at} /> },
          { label: m.staff_actions(), isActions: true, cell: letterActions },
        ]}
      />
      <CursorPager next={list.next === null ? null : String(list.next)} />
    </div>
  )
}

/** Letters that failed, and those that can be written anew, can be sent again. */
function letterActions({ id, state, template, has_contents }: StaffLetterView) {
  if (state === 'waiting' || !(isRewritable(template) || (state === 'failed' && has_contents))) return null
  return <ActionLinks actions={[{ name: 'letter_resent', known: { letter: id } }]} />
}

const states = { waiting: m.common_not_sent_yet, sent: m.staff_letter_sent, failed: m.staff_letter_failed }

function letterStateText({ state, attempts, error }: StaffLetterView): string {
  const tried = state === 'waiting' && attempts > 0 ? m.staff_attempts({ count: attempts }) : ''
  return [states[state](), tried, error ?? ''].filter(Boolean).join(', ')
}
