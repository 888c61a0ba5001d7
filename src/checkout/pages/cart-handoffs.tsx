import { useEffect, useRef } from 'react'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { useRefreshWhile } from '../../ui/browser/use-refresh.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Notice } from '../../ui/text/facts.tsx'
import { HandoffError } from './handoff-error.tsx'
import { OwnHandoffNotice } from './own-handoff-notice.tsx'
import type { OwnHandoff, OwnHandoffResult } from './own-handoffs.ts'
import { UnreservedNotice } from './unreserved-notice.tsx'

/** The page's action data if it is the result of one of these buttons. */
export function asOwnHandoffResult(data: unknown): OwnHandoffResult['own'] | undefined {
  return data && typeof data === 'object' && 'own' in data ? (data as OwnHandoffResult).own : undefined
}

/** Once a minute, because the notice counts minutes. */
const refreshMs = 60_000

interface CartHandoffsProps {
  handoffs: OwnHandoff[]
  result: OwnHandoffResult['own'] | undefined
  language: Language
}

/** The carts of this visitor that are at the checkout or just paid, and the result of the last button pressed. */
export function CartHandoffs({ handoffs, result, language }: CartHandoffsProps) {
  useRefreshWhile(handoffs.length > 0, refreshMs)
  const shown = handoffs.filter(one => one.canChange || one.state === 'pending' || one.state === 'paid')
  return shown.map(handoff => (
    <div key={handoff.reference} className="my-4">
      {handoff.canChange ? (
        <OwnHandoffNotice handoff={handoff} language={language} title={m.cart_handed_off_title()}>
          <p className="mb-2 text-soft">{handoff.lines.map(({ name }) => name).join(', ')}</p>
          <p>
            {m.handoff_paid_question()}{' '}
            <Link to={paths.thanks(handoff.reference)} variant="strong">
              {m.handoff_paid_link()}
            </Link>{' '}
            {m.handoff_unpaid()}
          </p>
        </OwnHandoffNotice>
      ) : (
        <Notice title={m.cart_handed_off_title()}>
          <Link to={paths.thanks(handoff.reference)} variant="strong">
            {m.cart_handed_off_link()}
          </Link>
        </Notice>
      )}
      {result?.reference === handoff.reference && (
        <HandoffResult handoff={handoff} result={result} language={language} />
      )}
    </div>
  ))
}

interface HandoffResultProps {
  handoff: OwnHandoff
  result: OwnHandoffResult['own']
  language: Language
}

function HandoffResult({ handoff, result, language }: HandoffResultProps) {
  const { intent, refused, otherCart, unreservedUrl } = result
  if (unreservedUrl) return <UnreservedNotice checkoutUrl={unreservedUrl} />
  if (otherCart) return <ReplaceChoices reference={handoff.reference} name={otherCart} />
  if (!refused) return null
  if (intent === 'continue') return <HandoffError error={refused} cart={handoff} language={language} />
  return <NotEnded />
}

/** The shop didn't confirm that the cart is deleted, so it could still be paid and its gifts stay reserved. */
function NotEnded() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Notice ref={box} tone="alert" title={m.handoff_not_ended_title()} className="mt-4">
      {m.handoff_not_ended_text()}
    </Notice>
  )
}

/** Asks before the gifts of another registry leave the cart (R401). */
function ReplaceChoices({ reference, name }: { reference: string; name: string }) {
  return (
    <Notice tone="alert" title={m.cart_replace_title()} className="mt-4">
      <p>{m.cart_replace_text({ name })}</p>
      <Form method="post" action={paths.cart} reloadDocument className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="replace" value="yes" />
        <Button type="submit" name="intent" value="change">
          {m.cart_replace_confirm()}
        </Button>
        <ButtonLink to={paths.cart} kind="outline">
          {m.cart_replace_keep()}
        </ButtonLink>
      </Form>
    </Notice>
  )
}
