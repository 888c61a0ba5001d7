import { useEffect } from 'react'
import { Form, useRevalidator } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ProgressBar } from '../../../ui/text/progress-bar.tsx'
import type { InvitationView } from '../../content/contract.ts'
import { notSentReasonMessages } from '../../content/pages/invitation-messages.ts'

const lookAgainMs = 3000

/** Whom invitations went to and how far each is; while some wait, the list looks again by itself. */
export function InvitationList({ invited }: { invited: InvitationView[] }) {
  const { revalidate } = useRevalidator()
  const queued = invited.filter(({ state }) => state === 'queued').length
  useEffect(() => {
    if (queued === 0) return
    const timer = setInterval(revalidate, lookAgainMs)
    return () => clearInterval(timer)
  }, [queued, revalidate])
  return (
    <section className="flex flex-col gap-5 border-t border-line pt-10" aria-labelledby="invited-title">
      <h2 id="invited-title" className="text-2xl">
        {m.invited_title()}
      </h2>
      {invited.length === 0 ? (
        <EmptyState picture="letter" tone="honey" title={m.invited_empty()} />
      ) : (
        <>
          {queued > 0 && (
            <ProgressBar
              value={invited.length - queued}
              max={invited.length}
              label={m.invited_progress()}
              left={m.invited_progress()}
              right={m.invited_progress_count({ sent: invited.length - queued, all: invited.length })}
            />
          )}
          <ul className="divide-y divide-line">
            {invited.map(one => (
              <Invited key={one.id} one={one} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Invited({ one }: { one: InvitationView }) {
  const states = {
    queued: m.invited_queued,
    sent: m.invited_sent,
    failed: m.invited_failed,
    opened: m.invited_opened,
    replied: one.reply === 'coming' ? () => m.guest_coming({ count: one.coming }) : m.guest_not_coming,
  }
  const tone = { failed: 'text-pomegranate', replied: 'text-olive' }[one.state as string] ?? 'text-soft'
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{one.name || one.email}</p>
        {one.name && <p className="text-sm text-soft">{one.email}</p>}
      </div>
      <p className={`text-sm font-semibold ${tone}`}>
        {states[one.state]()}
        {one.reason && `: ${notSentReasonMessages[one.reason]?.() ?? one.reason}`}
      </p>
      <Form method="post" preventScrollReset className="flex gap-1">
        <input type="hidden" name="id" value={one.id} />
        <Button type="submit" name="intent" value="resend" kind="quiet" size="small">
          {m.invited_resend()}
        </Button>
        <Button type="submit" name="intent" value="remove" kind="quiet" size="small">
          {m.invited_remove()}
        </Button>
      </Form>
    </li>
  )
}
