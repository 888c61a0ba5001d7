import { m } from '../../paraglide/messages.js'
import type { GiftModifierView } from '../gift.contract.ts'
import { answerFieldName, guestFieldName } from '../modifier.rules.ts'

/** The answers of the host, such as the name on the gift (R322), and what is left to guests. */
export function GiftAnswers({ modifiers }: { modifiers: GiftModifierView[] }) {
  const shown = modifiers.filter(({ by }) => by !== 'nobody')
  return (
    <dl className="text-sm">
      {shown.map(({ modifier, by, text }) => (
        <div key={modifier.id} className="flex gap-2">
          <dt className="text-soft">{modifier.name}:</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            {by === 'guest' ? m.modifier_by_guest_note() : text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function answerValues(modifiers: GiftModifierView[]): Record<string, string> {
  return Object.fromEntries(
    modifiers.flatMap(({ modifier, by, answer }) => [
      [answerFieldName(modifier.id), answer ?? (by === 'guest' ? modifier.initial : '')],
      ...(by === 'guest' ? [[guestFieldName(modifier.id), 'on']] : []),
    ]),
  )
}
