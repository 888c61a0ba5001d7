import { m } from '../../paraglide/messages.js'
import type { GiftModifierView, GiftView } from '../gift.contract.ts'
import { answerFieldName, guestFieldName } from '../modifier.rules.ts'

type WithAnswers = { gift: Pick<GiftView, 'modifiers'> }

/** The host's answers, such as the name on the gift, for guests (R322). */
export function HostAnswers({ gift: { modifiers } }: WithAnswers) {
  return (
    <div className="mt-3">
      <GiftAnswers gift={{ modifiers: modifiers.filter(({ by }) => by === 'host') }} />
    </div>
  )
}

/** The answers for hosts, with what is left to guests. */
export function GiftAnswers({ gift }: WithAnswers) {
  const said = gift.modifiers.filter(({ by }) => by !== 'nobody')
  return (
    <dl className="text-sm">
      {said.map(({ modifier, by, text }) => (
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
