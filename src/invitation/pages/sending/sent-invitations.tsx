import { m } from '../../../paraglide/messages.js'
import { useRefreshWhile } from '../../../ui/browser/use-refresh.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { EmptyState } from '../../../ui/list/list-parts.tsx'
import { ProgressBar } from '../../../ui/text/facts.tsx'
import type { InvitationView } from '../../sending.contract.ts'

const refreshMs = 3000

/** The invitations with their states (R704); refreshes itself while some are queued. */
export function SentInvitations({ invitations }: { invitations: InvitationView[] }) {
  const queuedCount = invitations.filter(({ state }) => state === 'queued').length
  useRefreshWhile(queuedCount > 0, refreshMs)
  return (
    <section className="flex flex-col gap-5 border-t border-line pt-10" aria-labelledby="invited-title">
      <h2 id="invited-title" className="text-2xl">
        {m.invited_title()}
      </h2>
      {invitations.length === 0 ? (
        <EmptyState picture="letter" tone="honey" title={m.invited_empty()} />
      ) : (
        <>
          {queuedCount > 0 && (
            <ProgressBar
              value={invitations.length - queuedCount}
              max={invitations.length}
              label={m.invited_progress()}
              left={m.invited_progress()}
              right={m.invited_progress_count({
                sent: invitations.length - queuedCount,
                all: invitations.length,
              })}
            />
          )}
          <ul className="divide-y divide-line">
            {invitations.map(invitation => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function InvitationItem({ invitation }: { invitation: InvitationView }) {
  const { id, name, email, state, reason, reply, coming } = invitation
  const stateLabels = {
    queued: m.invited_queued,
    sent: m.common_sent,
    failed: m.invited_failed,
    opened: m.invited_opened,
    replied: reply === 'coming' ? () => m.guest_coming({ count: coming }) : m.guest_not_coming,
  }
  const tone = { failed: 'text-pomegranate', replied: 'text-olive' }[state as string] ?? 'text-soft'
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{name || email}</p>
        {name && <p className="text-sm text-soft">{email}</p>}
      </div>
      <p className={`text-sm font-semibold ${tone}`}>
        {stateLabels[state]()}
        {reason && `: ${reason}`}
      </p>
      <Form role="presentation" method="post" preventScrollReset className="flex gap-1">
        <input type="hidden" name="id" value={id} />
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
