import type { ReactNode } from 'react'
import { formatMoment } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/text/facts.tsx'
import type { OwnHandoff } from './own-hand-offs.ts'

interface OwnHandoffProps {
  handoff: OwnHandoff
  language: Language
  title: string
  className?: string
  children?: ReactNode
}

/** Until when this visitor's cart is reserved, with buttons to pay or change it (R1431) that work without scripts. */
export function OwnHandoffNotice({ handoff, language, title, className, children }: OwnHandoffProps) {
  return (
    <Notice title={title} className={className}>
      {children}
      <p>{reservedText(handoff, language)}</p>
      <Form method="post" action={paths.cart} reloadDocument className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="reference" value={handoff.reference} />
        {handoff.has_cart && (
          <Button type="submit" name="intent" value="continue">
            {m.handoff_continue()}
          </Button>
        )}
        {handoff.canChange && (
          <Button type="submit" kind="outline" name="intent" value="change">
            {m.handoff_change()}
          </Button>
        )}
      </Form>
    </Notice>
  )
}

/** Beyond an hour the text gives the end instead of the minutes. */
const maxMinutes = 60

function reservedText(handoff: OwnHandoff, language: Language): string {
  const { state, has_cart, reserved_until, reserved_minutes: count } = handoff
  if (!has_cart) return m.handoff_cart_ended()
  if (state === 'lapsed') return m.handoff_over()
  if (reserved_until === null || count === null) return m.handoff_unreserved()
  return count > maxMinutes
    ? m.handoff_reserved_until({ time: formatMoment(new Date(reserved_until), language) })
    : m.handoff_reserved_minutes({ count })
}
