import { m } from '../../../paraglide/messages.js'
import { isRewritable } from '../../action/action.rules.ts'
import { ActionLinks } from '../action/action-links.tsx'
import type { ConsoleAnswer } from '../frame/console-call.ts'
import type { StaffColumn } from '../frame/staff-table.tsx'
import { letterName } from './payout-messages.ts'

type Letter = Omit<ConsoleAnswer<'registryLetters'>['letters'][number], 'channel'>

export const letterColumns = (): StaffColumn<Letter>[] => [
  { label: m.staff_column_when(), at: letter => letter.created_at },
  { label: m.common_what(), cell: letter => letterName(letter.template) },
  { label: m.common_to(), cell: letter => letter.recipient },
  { label: m.common_state(), cell: letterStateText },
  { label: m.common_sent(), at: letter => letter.sent_at },
  { label: m.staff_actions(), isActions: true, cell: letterActions },
]

/** Failed letters and those that can be written anew can be sent again. */
function letterActions({ id, state, template, has_contents }: Letter) {
  if (state === 'waiting' || !(isRewritable(template) || (state === 'failed' && has_contents))) return null
  return <ActionLinks actions={[{ name: 'letter_resent', known: { letter: id } }]} />
}

const states = { waiting: m.common_not_sent_yet, sent: m.staff_letter_sent, failed: m.staff_letter_failed }

function letterStateText({ state, attempts, error }: Letter): string {
  const tried = state === 'waiting' && attempts > 0 ? m.staff_attempts({ count: attempts }) : ''
  return [states[state](), tried, error ?? ''].filter(Boolean).join(', ')
}
